import { describe, expect, it } from 'vitest';
import { corners, findCorner, middleRegion, moveTo, type Region, resizeTo, rotateBy, rotateTo } from './region.ts';

const picture = { width: 640, height: 480 };
const region: Region = { x: 320, y: 240, width: 200, height: 100, rotation: 0 };
const pixel = 1;

describe('A region of a picture', () => {
  it('begins as the middle half of the picture', () => {
    expect(middleRegion(picture)).toEqual({ x: 320, y: 240, width: 320, height: 240, rotation: 0 });
  });

  it('moves to whole pixels, and stops at the sides of the picture', () => {
    expect(moveTo(region, { x: 150.4, y: 60.6 }, picture)).toEqual({ ...region, x: 150, y: 61 });
    expect(moveTo(region, { x: -20, y: 900 }, picture)).toEqual({ ...region, x: 100, y: 430 });
    expect(moveTo(region, { x: 900, y: -20 }, picture)).toEqual({ ...region, x: 540, y: 50 });
  });

  it.each([30, 90, -75, 140])(
    'stops with its outermost corners at the sides of the picture, rotated by %i°',
    (rotation) => {
      const moved = moveTo({ ...region, rotation }, { x: -1000, y: 1000 }, picture);
      const points = corners.map((corner) => findCorner(moved, corner));
      expect(Math.min(...points.map(({ x }) => x))).toBeCloseTo(0, 0);
      expect(Math.max(...points.map(({ y }) => y))).toBeCloseTo(picture.height, 0);
    },
  );

  it('stays around the picture if it is larger', () => {
    const large = { ...region, width: 1000, height: 600 };
    expect(moveTo(large, { x: 0, y: 0 }, picture)).toMatchObject({ x: 140, y: 180 });
    expect(moveTo(large, { x: 640, y: 480 }, picture)).toMatchObject({ x: 500, y: 300 });
  });

  it.each([0, 30, -75, 180])('keeps the opposite corner when a corner is moved, rotated by %i°', (rotation) => {
    const rotated = { ...region, rotation };
    for (const [index, corner] of corners.entries()) {
      const opposite = corners[(index + 2) % 4] ?? corner;
      const { x, y } = findCorner(rotated, corner);
      const resized = resizeTo(rotated, corner, { x: x + 12, y: y - 7 }, picture);
      const [before, after] = [findCorner(rotated, opposite), findCorner(resized, opposite)];
      expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(0.1);
      const moved = findCorner(resized, corner);
      expect(Math.hypot(moved.x - x - 12, moved.y - y + 7)).toBeLessThan(pixel);
    }
  });

  it('stops a moved corner at the sides of the picture', () => {
    expect(
      findCorner(resizeTo(region, { right: 1, down: 1 }, { x: 900, y: 900 }, picture), { right: 1, down: 1 }),
    ).toEqual({
      x: 640,
      y: 480,
    });
    expect(
      findCorner(resizeTo(region, { right: -1, down: -1 }, { x: -9, y: -9 }, picture), { right: -1, down: -1 }),
    ).toEqual({
      x: 0,
      y: 0,
    });
  });

  it('keeps a size that can be seen', () => {
    const small = resizeTo(region, { right: 1, down: 1 }, { x: 0, y: 0 }, picture);
    expect(small).toMatchObject({ width: 10, height: 10 });
    expect(findCorner(small, { right: -1, down: -1 })).toEqual(findCorner(region, { right: -1, down: -1 }));
  });

  it('rotates its upper side to a point, and to a right angle near it', () => {
    expect(rotateTo(region, { x: 420, y: 140 }).rotation).toBe(45);
    expect(rotateTo(region, { x: 420, y: 238 }).rotation).toBe(90);
    expect(rotateTo(region, { x: 321, y: 400 }).rotation).toBe(180);
    expect(rotateTo(region, { x: 220, y: 140 }).rotation).toBe(-45);
  });

  it('keeps its rotation within 180°', () => {
    expect(rotateBy({ ...region, rotation: 175 }, 15).rotation).toBe(-170);
    expect(rotateBy({ ...region, rotation: -175 }, -15).rotation).toBe(170);
    expect(rotateBy({ ...region, rotation: -180 }, 0).rotation).toBe(180);
  });
});
