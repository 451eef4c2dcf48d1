import { expect, it } from 'vitest';
import { visionAnswerSchema } from './vision.ts';

const camera = { width: 640, height: 480, fx: 465.6, fy: 465.6, ppx: 319.5, ppy: 239.5 };
const distortion = { k1: 0.1, k2: 0, p1: 0, p2: 0, k3: 0 };

it.each([
  ['of a camera', camera],
  ['of a lens with its distortion', { ...camera, distortion }],
  ['that were calculated', { ...camera, distortion, rms: 0.2 }],
])('an answer keeps every field of intrinsics %s', (_name, result) => {
  const answer = { ok: true, results: [result], elapsedMS: 3 };
  expect(visionAnswerSchema.parse(answer)).toEqual(answer);
});
