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

it('A picture that is a program, or of another format than JPEG and PNG, is not opened', async () => {
  const filter = '<filter id="f"><feGaussianBlur stdDeviation="900"/></filter>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${filter}<rect width="40" height="30"/></svg>`;
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#777' } });
  const board = { columns: 3, rows: 3, squareSize: 0.03 };
  const find = (jpeg: Uint8Array) => answerVision({ task: 'findBoard', jpeg, board, needsThumbnail: true });
  for (const other of [Buffer.from(svg), await plain.tiff().toBuffer(), await plain.gif().toBuffer()])
    await expect(find(other)).rejects.toThrow('The picture is neither JPEG nor PNG');
  for (const picture of [await plain.jpeg().toBuffer(), await plain.png().toBuffer()])
    expect(await find(picture)).toMatchObject({ width: 40, height: 30, found: undefined });
});
