import { defaultArm } from '@cellwright/arm';
import { identityPose, makePose, type Pose, type Vec3 } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CollisionWorld } from './collision-world.ts';
import type { JointDescription, LinkDescription } from './robot-description.ts';
import { createSelfCollisionChecker } from './self-collision.ts';

const at = (x: number): Pose => makePose([x, 0, 0], { i: 0, j: 0, k: 0, w: 1 });
const up: Vec3 = [0, 0, 1];

function link(name: string): LinkDescription {
  const parts = [0.15, 0.3, 0.45].map((x) => ({ shape: { kind: 'sphere', radius: 0.04 } as const, pose: at(x) }));
  return { name, parts };
}

function joint(name: string, parent: string, child: string, origin: Pose): JointDescription {
  return { name, parent, child, kind: 'revolute', origin, axis: up };
}

/** Creates three rods in a plane; the joint in the middle hardly bends. */
function createRods(): CollisionWorld {
  const result = CollisionWorld.create({
    robot: {
      joints: [
        joint('swing', 'base', 'first', identityPose),
        joint('bend', 'first', 'second', at(0.6)),
        joint('turn', 'second', 'third', at(0.6)),
      ],
      movingJoints: ['swing', 'bend', 'turn'],
      links: [{ name: 'base', parts: [] }, link('first'), link('second'), link('third')],
    },
    lower: [-3, -0.5, -3],
    upper: [3, 0.5, 3],
  });
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.world;
}

const q = (...angles: number[]) => new Float64Array(angles);

describe('an arm beyond its joint limits', () => {
  it('collides where only the limits would keep it clear', () => {
    const world = createRods();
    const folded = q(0, 2.2, 2.5);
    expect(world.checkConfiguration(folded)).toMatchObject({ pair: { link: 'first', other: 'third' } });
    expect(world.isConfigurationClear(folded)).toBe(false);
    expect(world.isMotionClear(q(0, 2.2, 0), q(0, 2.2, 2.5))).toBe(false);
    expect(world.isMotionClear(q(0, 0.2, 2.5), q(0, 2.3, 2.5))).toBe(false);
    expect(world.isCurveClear(q(0, 0.2, 2.5), q(0, 0.4, 2.5), q(0, 2, 0))).toBe(false);
    expect(world.isMotionClear(q(0, 2.2, 0), q(0, 0, 0))).toBe(true);
  });

  it('gets the same result from the quick check and from the clearance everywhere', () => {
    const { world } = createSelfCollisionChecker(defaultArm);
    const angle = fc.double({ min: -7, max: 7, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(angle, angle, angle, angle, angle, angle), (joints) => {
        const isClear = world.checkConfiguration(joints).kind === 'clear';
        expect(world.isConfigurationClear(Float64Array.from(joints))).toBe(isClear);
      }),
      { numRuns: 3000 },
    );
  });
});
