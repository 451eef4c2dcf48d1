import { makePose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { maxWaypoints, PathRecorder, type PosedPosition } from './path-recorder.ts';

const upright = { i: 0, j: 0, k: 0, w: 1 };
const at = (x: number, y = 0): PosedPosition => ({
  jointAngles: [x, y, 0, 0, 0, 0],
  pose: makePose([x, y, 0.3], upright),
});

describe('PathRecorder', () => {
  it('keeps the corners of a way, with their joint angles', () => {
    const recorder = new PathRecorder();
    for (let step = 0; step <= 20; step++) recorder.add(at(0.01 * step));
    for (let step = 1; step <= 20; step++) recorder.add(at(0.2, 0.01 * step));
    expect(recorder.end()).toEqual([at(0), at(0.2), at(0.2, 0.2)]);
  });

  it('returns nothing for an arm that only trembles', () => {
    const recorder = new PathRecorder();
    for (let step = 0; step < 100; step++) recorder.add(at(step % 2 ? 0.0004 : 0));
    expect(recorder.count).toBe(1);
    expect(recorder.end()).toEqual([]);
  });

  it('stays below its bounds, and keeps the start, however long the arm is guided', () => {
    const recorder = new PathRecorder();
    for (let step = 0; step < 30_000; step++) {
      const angle = step / 40;
      recorder.add(at(0.3 * Math.cos(angle) + step * 1e-5, 0.3 * Math.sin(angle)));
    }
    expect(recorder.count).toBeLessThanOrEqual(5000);
    const path = recorder.end();
    expect(path.length).toBeGreaterThan(2);
    expect(path.length).toBeLessThanOrEqual(maxWaypoints);
    expect(path[0]).toEqual(at(0.3));
  });
});
