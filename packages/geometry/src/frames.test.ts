import { describe, expect, it } from 'vitest';
import {
  gridPositions,
  identityPose,
  metersToUnit,
  type Pose,
  planeFromPoints,
  positionOf,
  quaternionFromAxisAngle,
  rotateVec3,
  unitToMeters,
  wrapAngle,
} from './index.ts';

function at(x: number, y: number, z = 0): Pose {
  return { ...identityPose, x, y, z };
}

describe('planeFromPoints', () => {
  it('returns origin p1, x towards p2 and z = x × (p1→p3)', () => {
    const plane = planeFromPoints([1, 1, 1], [1, 2, 1], [0, 3, 1]);
    if (!plane.ok) throw new Error(plane.error.message);
    expect(positionOf(plane.value)).toEqual([1, 1, 1]);
    expect(rotateVec3(plane.value, [1, 0, 0])[1]).toBeCloseTo(1, 12);
    expect(rotateVec3(plane.value, [0, 0, 1])[2]).toBeCloseTo(1, 12);
  });

  it('refuses points closer than 5 mm or 5°', () => {
    expect(planeFromPoints([0, 0, 0], [0.0049, 0, 0], [0, 1, 0])).toMatchObject({
      ok: false,
      error: { kind: 'points_too_close' },
    });
    expect(planeFromPoints([0, 0, 0], [1, 0, 0], [1, 0.004, 0])).toMatchObject({ error: { kind: 'points_too_close' } });
    expect(planeFromPoints([0, 0, 0], [1, 0, 0], [1, 0.087, 0])).toMatchObject({
      ok: false,
      error: { kind: 'points_in_line' },
    });
    expect(planeFromPoints([0, 0, 0], [1, 0, 0], [-1, 0.087, 0])).toMatchObject({ error: { kind: 'points_in_line' } });
    expect(planeFromPoints([0, 0, 0], [1, 0, 0], [1, 0.088, 0]).ok).toBe(true);
    expect(planeFromPoints([0, 0, 0], [Number.NaN, 0, 0], [1, 1, 0]).ok).toBe(false);
  });
});

describe('gridPositions', () => {
  const corners = { a: at(0, 0), b: at(2, 0), c: at(2, 1), d: at(0, 1) };

  it('runs row by row, columns from A to B, rows from A to D', () => {
    const grid = gridPositions(corners, 2, 3);
    if (!grid.ok) throw new Error(grid.error.message);
    expect(grid.value.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  it('completes any one missing corner to a parallelogram', () => {
    const whole = gridPositions(corners, 3, 3);
    for (const missing of ['a', 'b', 'c', 'd'] as const) {
      expect(gridPositions({ ...corners, [missing]: undefined }, 3, 3)).toEqual(whole);
    }
  });

  it('turns the orientation along the shorter rotation between corners', () => {
    const turned: Pose = { ...at(2, 0), ...quaternionFromAxisAngle([0, 0, 1], Math.PI / 2) };
    const grid = gridPositions({ a: at(0, 0), b: turned, c: turned, d: at(0, 1) }, 1, 3);
    if (!grid.ok) throw new Error(grid.error.message);
    expect(grid.value[1]?.k).toBeCloseTo(Math.sin(Math.PI / 8), 12);
  });

  it('requires three corners and positive integer rows and columns', () => {
    expect(gridPositions({ a: at(0, 0), b: at(1, 0) }, 2, 2)).toEqual({
      ok: false,
      error: { kind: 'missing_corners', message: 'Must specify at least three corners' },
    });
    expect(gridPositions(corners, 0, 2)).toMatchObject({ ok: false, error: { kind: 'invalid_size' } });
    expect(gridPositions(corners, 2, 1.5)).toMatchObject({ ok: false, error: { kind: 'invalid_size' } });
  });

  it('returns corner A for one row and one column', () => {
    expect(gridPositions(corners, 1, 1)).toEqual({ ok: true, value: [corners.a] });
  });
});

describe('distance units', () => {
  it('convert in both directions', () => {
    expect(metersToUnit(1, 'inch')).toBe(39.37);
    expect(unitToMeters(metersToUnit(0.3, 'inch'), 'inch')).toBeCloseTo(0.3, 15);
  });
});

describe('wrapAngle', () => {
  it('wraps an angle into (−π, π]', () => {
    expect(wrapAngle(-Math.PI)).toBe(Math.PI);
    expect(wrapAngle(Math.PI)).toBe(Math.PI);
    expect(wrapAngle(3 * Math.PI + 0.5)).toBeCloseTo(-Math.PI + 0.5, 12);
  });
});
