import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { findChessboard, grayFromRgb } from '@cellwright/vision';
import sharp from 'sharp';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { VisionFinding, VisionQuestion } from './vision-messages.ts';

lowerThreadPriority();
// One picture at a time: more threads would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

answerQuestions(async ({ jpeg, board }: VisionQuestion): Promise<VisionFinding> => {
  const { data, info } = await sharp(jpeg)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, chessboard: findChessboard(grayFromRgb(data, width, height), board) };
});
