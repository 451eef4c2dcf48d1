import { describe, expect, it } from 'vitest';
import { cropBetween, dataURLOf, isLargeEnough, middleCrop, readBase64 } from './crop-picture.ts';

const size = { width: 640, height: 480 };

describe('cropBetween', () => {
  it('returns the part between two corners, in whichever order they were touched', () => {
    const part = { x: 100, y: 50, width: 60, height: 40 };
    expect(cropBetween({ x: 100, y: 50 }, { x: 160, y: 90 }, size)).toEqual(part);
    expect(cropBetween({ x: 160, y: 50 }, { x: 100, y: 90 }, size)).toEqual(part);
  });

  it('keeps to the picture, and to whole pixels', () => {
    const beyond = cropBetween({ x: -20, y: 400.4 }, { x: 700, y: 900 }, size);
    expect(beyond).toEqual({ x: 0, y: 400, width: 640, height: 80 });
  });
});

describe('isLargeEnough', () => {
  it('refuses a tap, and accepts the middle of a picture', () => {
    expect(isLargeEnough(cropBetween({ x: 10, y: 10 }, { x: 12, y: 90 }, size))).toBe(false);
    expect(isLargeEnough(middleCrop(size))).toBe(true);
  });
});

describe('dataURLOf', () => {
  it('tells PNG from JPEG by the first bytes', async () => {
    const png = await readBase64(new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])]));
    const jpeg = await readBase64(new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])]));
    expect(dataURLOf(png)).toMatch(/^data:image\/png;base64,iVBOR/);
    expect(dataURLOf(jpeg)).toBe('data:image/jpeg;base64,/9j/4A==');
  });
});
