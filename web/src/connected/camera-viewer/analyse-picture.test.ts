import { describe, expect, it } from 'vitest';
import { analysePicture, histogramLevels } from './analyse-picture.ts';

function picture(width: number, height: number, valueAt: (column: number, row: number) => number) {
  const data = Array.from({ length: width * height * 4 }, (_, index) => {
    const pixel = Math.floor(index / 4);
    return index % 4 === 3 ? 255 : valueAt(pixel % width, Math.floor(pixel / width));
  });
  return { data, width, height };
}

describe('analysePicture', () => {
  it('counts the pixels of each brightness', () => {
    const { histogram, black, white } = analysePicture(picture(10, 10, (column) => (column < 3 ? 0 : 255)));
    expect(histogram.length).toBe(histogramLevels);
    expect([black, white]).toEqual([expect.closeTo(0.3, 9), expect.closeTo(0.7, 9)]);
    expect(histogram.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('finds no sharpness in a plain picture or an even gradient', () => {
    expect(analysePicture(picture(20, 20, () => 90)).sharpness).toBe(0);
    expect(analysePicture(picture(20, 20, (column) => column * 5)).sharpness).toBeCloseTo(0, 3);
  });

  it('finds a sharp edge sharper than a soft one', () => {
    const sharp = analysePicture(picture(40, 40, (column) => (column < 20 ? 50 : 200))).sharpness;
    const soft = analysePicture(picture(40, 40, (column) => 50 + 150 / (1 + Math.exp(-(column - 20) / 2)))).sharpness;
    expect(sharp).toBeGreaterThan(10 * soft);
  });
});
