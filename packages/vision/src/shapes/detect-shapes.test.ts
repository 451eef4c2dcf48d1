import { describe, expect, it } from 'vitest';
import type { GrayImage } from '../gray-image.ts';
import { detectShapes, type ShapeSettings } from './detect-shapes.ts';

const settings: ShapeSettings = { minScale: 0.8, maxScale: 1.2, maxRotation: 180, matchThreshold: 0.7 };

/** Brightness of an L with a dot, around its middle; a side is 40 pixels. */
function markAt(x: number, y: number): number {
  const isStem = x > -16 && x < -6 && y > -16 && y < 16;
  const isFoot = x > -16 && x < 16 && y > 6 && y < 16;
  return isStem || isFoot || Math.hypot(x - 8, y + 8) < 5 ? 30 : 210;
}

function draw(width: number, height: number, valueAt: (x: number, y: number) => number): GrayImage {
  const data = Float32Array.from({ length: width * height }, (_, index) => {
    const [column, row] = [index % width, Math.floor(index / width)];
    let sum = 0;
    for (let part = 0; part < 16; part += 1)
      sum += valueAt(column - 0.5 + ((part % 4) + 0.5) / 4, row - 0.5 + (Math.floor(part / 4) + 0.5) / 4);
    return sum / 16;
  });
  return { width, height, data };
}

const template = draw(40, 40, (x, y) => markAt(x - 19.5, y - 19.5));

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly scale: number;
}

function pictureOf(marks: readonly Mark[]): GrayImage {
  return draw(200, 150, (x, y) => {
    for (const mark of marks) {
      const angle = (-mark.rotation * Math.PI) / 180;
      const [dx, dy] = [(x - mark.x) / mark.scale, (y - mark.y) / mark.scale];
      const [u, v] = [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)];
      if (Math.abs(u) < 20 && Math.abs(v) < 20) return markAt(u, v);
    }
    return 210;
  });
}

describe('detectShapes', () => {
  it('finds a template that is shifted, turned and of another size', () => {
    const marks = [
      { x: 45.3, y: 50.6, rotation: 33, scale: 1 },
      { x: 140.2, y: 90.7, rotation: -125, scale: 1.13 },
    ];
    const found = detectShapes(pictureOf(marks), template, settings).sort((one, other) => one.x - other.x);
    expect(found).toHaveLength(2);
    for (const [index, mark] of marks.entries()) {
      const place = found[index];
      expect(Math.hypot((place?.x ?? 0) - mark.x, (place?.y ?? 0) - mark.y)).toBeLessThan(0.5);
      expect(Math.abs((place?.rotation ?? 0) - mark.rotation)).toBeLessThan(2);
      expect(Math.abs((place?.width ?? 0) / 40 - mark.scale)).toBeLessThan(0.04);
      expect(place?.score).toBeGreaterThan(0.9);
    }
  });

  it('keeps to the rotation and the size asked for', () => {
    const picture = pictureOf([{ x: 100, y: 75, rotation: 90, scale: 1 }]);
    const strict = { ...settings, matchThreshold: 0.9 };
    expect(detectShapes(picture, template, strict)).toHaveLength(1);
    expect(detectShapes(picture, template, { ...strict, maxRotation: 30 })).toEqual([]);
    expect(detectShapes(picture, template, { ...strict, minScale: 1.15, maxScale: 1.2 })).toEqual([]);
  });

  it('finds nothing with a template of one colour, and nothing in an even picture', () => {
    const even = draw(40, 40, () => 120);
    expect(detectShapes(pictureOf([]), even, settings)).toEqual([]);
    expect(detectShapes(even, template, settings)).toEqual([]);
  });
});
