import sharp from 'sharp';
import { expect, it } from 'vitest';
import { answerVision } from './answer-vision.ts';

/** A picture of one colour: a few hundred kB for a hundred megabytes of pixels. */
const hugePicture = () =>
  sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#777' } })
    .jpeg({ quality: 1 })
    .toBuffer();

it('A picture with more pixels than a camera has is refused before it is unpacked', async () => {
  const jpeg = await hugePicture();
  expect(jpeg.length).toBeLessThan(500_000);
  const board = { columns: 3, rows: 3, squareSize: 0.03 };
  const asked = answerVision({ task: 'findBoard', jpeg, board, needsThumbnail: true });
  await expect(asked).rejects.toThrow('The picture has 6000 × 6000 pixels, more than 24 million');
});
