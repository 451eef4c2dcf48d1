import { spaceItemSchema } from '@cellwright/domain/space';
import { angleBetweenVec3, identityPose, positionOf, rotateVec3 } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAlignTargets, planAlignment, toBaseAxes } from './align-tool.ts';
import { armPostures as postures, ready } from './arm-postures.fixture.ts';

/** Direction out of the flange. */
const axisOf = (joints: readonly number[]) => rotateVec3(postures.poseOf(joints, {}), [1, 0, 0]);

const at = (x: number, y: number, z: number) => ({ pose: { ...identityPose, x, y, z } });
const plane = spaceItemSchema.parse({
  id: 'table',
  kind: 'plane',
  name: 'Table',
  positions: [at(0.4, 0, 0.1), at(0.6, 0, 0.3), at(0.4, 0.2, 0.1)],
});
const near = fc.double({ min: -0.2, max: 0.2, noNaN: true });
const postureNear = fc
  .array(near, { minLength: 6, maxLength: 6 })
  .map((by) => ready.map((angle, joint) => angle + (by[joint] ?? 0)));

describe('planAlignment', () => {
  it('turns the tool in place, out of any posture, to the nearest axis of the base', () => {
    fc.assert(
      fc.property(postureNear, (joints) => {
        const { ghost, degrees, axis } = planAlignment(joints, toBaseAxes, postures);
        const reached = ghost.position.jointAngles;
        expect(reached).toBeDefined();
        const unit = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;
        const along = axisOf(reached ?? []);
        expect(Math.sin(angleBetweenVec3(along, unit[axis ?? 'X']))).toBeLessThan(1e-5);
        expect((angleBetweenVec3(axisOf(joints), along) * 180) / Math.PI).toBeCloseTo(degrees, 3);
        const moved = positionOf(postures.poseOf(reached ?? [], {}));
        for (const [index, value] of positionOf(postures.poseOf(joints, {})).entries()) {
          expect(moved[index]).toBeCloseTo(value, 5);
        }
      }),
    );
  });

  it('turns the tool to the normal of a taught plane', () => {
    const table = listAlignTargets([plane]).find(({ id }) => id === 'table') ?? toBaseAxes;
    const { ghost, axis, isAligned } = planAlignment(ready, table, postures);
    expect([axis, isAligned]).toEqual([undefined, false]);
    const along = axisOf(ghost.position.jointAngles ?? []);
    expect(Math.sin(angleBetweenVec3(along, [-Math.SQRT1_2, 0, Math.SQRT1_2]))).toBeLessThan(1e-5);
  });

  it('reports an arm that is aligned already', () => {
    const once = planAlignment(ready, toBaseAxes, postures).ghost.position.jointAngles ?? [];
    expect(planAlignment(once, toBaseAxes, postures).isAligned).toBe(true);
  });

  it('has no joint angles where the turned tool is out of reach', () => {
    const stretched = [0, -1.2, 0.05, 0, 0.4, 0];
    const unreached = { ...postures, jointsOf: () => undefined };
    expect(planAlignment(stretched, toBaseAxes, unreached).ghost.position.jointAngles).toBeUndefined();
  });
});

describe('listAlignTargets', () => {
  it('offers the axes of the base first, then taught planes only', () => {
    const untaught = spaceItemSchema.parse({ id: 'new', kind: 'plane', name: 'New', positions: [] });
    const point = spaceItemSchema.parse({ id: 'p', kind: 'singlePosition', name: 'P1', positions: [at(0.4, 0, 0.1)] });
    expect(listAlignTargets([point, untaught, plane]).map(({ id, name }) => [id, name])).toEqual([
      ['base', undefined],
      ['table', 'Table'],
    ]);
  });
});
