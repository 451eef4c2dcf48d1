import { createRandom } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../gray-image.ts';
import { type BlobSettings, detectBlobs } from './detect-blobs.ts';
import { followBorders } from './follow-borders.ts';

const settings: BlobSettings = {
  ...{ minThreshold: 50, maxThreshold: 220, minArea: 25, maxArea: 10_000 },
  ...{ minCircularity: 0.1, maxCircularity: 1 },
};

/** Picture of which each pixel has the brightness of its 8 by 8 points. */
function draw(width: number, height: number, valueAt: (x: number, y: number) => number, noise = 0): GrayImage {
  const random = createRandom(7);
  const data = Float32Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)];
    let sum = 0;
    for (let part = 0; part < 64; part += 1)
      sum += valueAt(column - 0.5 + ((part % 8) + 0.5) / 8, row - 0.5 + (Math.floor(part / 8) + 0.5) / 8);
    return sum / 64 + noise * (2 * random() - 1);
  });
  return { width, height, data };
}

const disk = (cx: number, cy: number, radius: number) => (x: number, y: number) => Math.hypot(x - cx, y - cy) < radius;

/** Rectangle turned clockwise on the screen. */
function box(cx: number, cy: number, width: number, height: number, degrees: number) {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return (x: number, y: number) =>
    Math.abs((x - cx) * cosine + (y - cy) * sine) < width / 2 &&
    Math.abs((y - cy) * cosine - (x - cx) * sine) < height / 2;
}

describe('followBorders', () => {
  it('lists the border of an area and that of its hole', () => {
    const picture = ['.......', '.#####.', '.#...#.', '.#...#.', '.#####.', '.......'];
    const isBright = Uint8Array.from(picture.join(''), (sign) => (sign === '#' ? 1 : 0));
    const borders = followBorders(isBright, 7, 6);
    expect(borders).toHaveLength(2);
    expect(borders[0]).toHaveLength(14);
    expect(new Set(borders[0]?.map(({ x, y }) => `${x} ${y}`)).size).toBe(14);
    // The hole is bounded by the pixels around it, without the outer corners.
    expect(borders[1]).toHaveLength(10);
  });

  it('lists a single pixel, and areas at the edge of the picture', () => {
    expect(followBorders(Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 0, 0]), 3, 3)).toEqual([[{ x: 1, y: 1 }]]);
    expect(followBorders(new Uint8Array(9).fill(1), 3, 3)).toHaveLength(1);
  });
});

describe('detectBlobs', () => {
  it('finds dark and bright spots within a twentieth of a pixel', () => {
    const [dark, bright] = [disk(40.3, 31.7, 12), disk(110.6, 60.2, 17)];
    const image = draw(160, 100, (x, y) => (dark(x, y) ? 20 : bright(x, y) ? 240 : 125), 2);
    const found = detectBlobs(image, settings).sort((one, other) => one.x - other.x);
    expect(found).toHaveLength(2);
    expect(Math.hypot((found[0]?.x ?? 0) - 40.3, (found[0]?.y ?? 0) - 31.7)).toBeLessThan(0.05);
    expect(Math.hypot((found[1]?.x ?? 0) - 110.6, (found[1]?.y ?? 0) - 60.2)).toBeLessThan(0.05);
  });

  it.each([0, 25, 60, 90, -40])('finds the sides of a box turned by %s°', (degrees) => {
    const part = box(60, 50, 50, 20, degrees);
    const [found] = detectBlobs(
      draw(120, 100, (x, y) => (part(x, y) ? 30 : 200)),
      settings,
    );
    expect(Math.abs((found?.width ?? 0) - 50)).toBeLessThan(2.5);
    expect(Math.abs((found?.height ?? 0) - 20)).toBeLessThan(2.5);
    const off = Math.abs((found?.rotation ?? 0) - degrees) % 180;
    expect(Math.min(off, 180 - off)).toBeLessThan(2);
    expect(found?.score).toBeGreaterThan(0.8);
  });

  it('finds the rotation of a box within a twentieth of a degree', () => {
    for (const degrees of [-71.3, -40, -12.6, 0.7, 25.2, 44.9, 60, 88.4]) {
      const part = box(60.3, 50.8, 60, 30, degrees);
      const [found] = detectBlobs(
        draw(120, 100, (x, y) => (part(x, y) ? 105 : 140), 2),
        settings,
      );
      expect(Math.abs((found?.rotation ?? 0) - degrees), `${degrees}°`).toBeLessThan(0.05);
    }
  });

  it('leaves out spots of another size and roundness', () => {
    const [small, long] = [disk(30, 30, 4), box(90, 30, 60, 6, 0)];
    const image = draw(160, 100, (x, y) => (small(x, y) || long(x, y) ? 20 : 200));
    const middles = (more: Partial<BlobSettings>) =>
      detectBlobs(image, { ...settings, ...more }).map(({ x }) => Math.round(x));
    expect(middles({}).sort()).toEqual([30, 90]);
    expect(middles({ minArea: 100 })).toEqual([90]);
    expect(middles({ maxArea: 100 })).toEqual([30]);
    expect(middles({ minCircularity: 0.6 })).toEqual([30]);
  });

  it('finds nothing in an even picture', () => {
    expect(
      detectBlobs(
        draw(160, 100, () => 130, 3),
        settings,
      ),
    ).toEqual([]);
  });
});
