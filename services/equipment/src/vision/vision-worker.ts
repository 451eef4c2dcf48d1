import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import sharp from 'sharp';
import { answerQuestions } from '../threads/answer-questions.ts';
import { answerVision } from './answer-vision.ts';

lowerThreadPriority();
// One picture at a time: more threads would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

answerQuestions(answerVision);
