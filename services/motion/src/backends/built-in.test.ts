import { defaultArm } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { systemClock } from '@cellwright/service-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { createBuiltInPlanner } from './built-in.ts';

const planner = createBuiltInPlanner({ arm: defaultArm, clock: systemClock });
afterAll(() => planner.close());

const joints = [0, 0, 0, 0, 0, 0];

/** Returns a binary STL of a grid in the plane x = 0, 2 m wide and high, with `2 · cells²` triangles. */
function gridStl(cells: number): string {
  const count = 2 * cells * cells;
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.writeUInt32LE(count, 80);
  const at = (row: number, column: number) => [0, -1 + (2 * row) / cells, -1 + (2 * column) / cells];
  let offset = 84;
  for (let cell = 0; cell < cells * cells; cell++) {
    const [row, column] = [Math.floor(cell / cells), cell % cells];
    const [a, b, c, d] = [at(row, column), at(row + 1, column), at(row, column + 1), at(row + 1, column + 1)];
    for (const triangle of [[...a, ...b, ...c].flat(), [...b, ...d, ...c].flat()]) {
      triangle.forEach((value, index) => void bytes.writeFloatLE(value, offset + 12 + 4 * index));
      offset += 50;
    }
  }
  return bytes.toString('base64');
}

const sceneWith = (revision: number, cells: number, x: number): PlanningScene => ({
  robotKind: 'simulated',
  revision,
  obstacles: [{ name: 'wall', shape: { kind: 'mesh', stl: gridStl(cells) }, pose: { ...identityPose, x, z: 0.5 } }],
  endEffector: null,
});

describe('kinematics of the built-in planner', () => {
  it('answers immediately in a light scene', () => {
    const answer = planner.solveForward({ joints, tcp: undefined, scene: sceneWith(1, 10, 0) });
    expect(answer).toMatchObject({ collisions: expect.arrayContaining([expect.stringContaining("'wall'")]) });
  });

  it('prepares a heavy scene in a thread, and gives the same answers there', async () => {
    for (const x of [0, 5]) {
      const light = sceneWith(2, 10, x);
      const heavy = sceneWith(3, 60, x);
      const forward = { joints, tcp: undefined };
      const here = planner.solveForward({ ...forward, scene: light });
      const there = planner.solveForward({ ...forward, scene: heavy });
      expect(here).not.toBeInstanceOf(Promise);
      expect(there).toBeInstanceOf(Promise);
      expect(await there).toEqual(await here);
      const { pose } = await here;
      const inverse = { pose, tcp: undefined, seed: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1], solver: 'distance' } as const;
      const solutions = await planner.solveInverse({ ...inverse, scene: heavy });
      expect(solutions).toEqual(await planner.solveInverse({ ...inverse, scene: light }));
      expect(solutions.length).toBeGreaterThan(0);
    }
  });

  it('separates requests for different heavy scenes', async () => {
    const [near, far] = [sceneWith(4, 40, 0), sceneWith(5, 40, 5)];
    const answers = [near, far, near, far].map((scene) => planner.solveForward({ joints, tcp: undefined, scene }));
    const touches = (await Promise.all(answers)).map(({ collisions }) => collisions.length > 0);
    expect(touches).toEqual([true, false, true, false]);
  });

  it('returns the same for a heavy scene as for a light one', async () => {
    const report = await planner.inspectScene?.(sceneWith(6, 60, 0));
    expect(report).toEqual(await planner.inspectScene?.(sceneWith(7, 10, 0)));
    expect(report?.notes).toContainEqual(expect.stringContaining("'wall' overlaps the base"));
  });
});
