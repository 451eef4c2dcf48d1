import type { PlanningScene } from '@cellwright/domain/space';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import sharp from 'sharp';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { PictureRequest } from './studio-messages.ts';
import { createPictureTaker } from './take-picture.ts';

lowerThreadPriority();
// One picture at a time: more threads would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

const quality = 85;
const takePicture = createPictureTaker();
let scene: PlanningScene | undefined;

async function encode({ shot, arm, scene: sent }: PictureRequest): Promise<Uint8Array> {
  scene = sent ?? scene;
  if (!scene) throw new Error('The first picture needs a scene');
  const { rgb, width, height } = takePicture(shot, arm, scene);
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

answerQuestions(encode);
