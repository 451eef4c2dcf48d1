import { defaultArm } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { identityPose } from '@cellwright/geometry';
import type { Trajectory } from '@cellwright/trajectory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext, tcpPoseOf } from '../arm-context.ts';
import { findContactAlong } from './contact-along.ts';
import { ready, sampleEvery } from './move.fixture.ts';

const arm = createArmContext(defaultArm);
const bystander = createSelfCollisionChecker(defaultArm);
const zeros = [0, 0, 0, 0, 0, 0];

function at(timeFromStart: number, positions: readonly number[], velocities = zeros, accelerations = zeros) {
  return { timeFromStart, positions, velocities, accelerations };
}

/** Returns a motion of the first joint out by h²·a/8 and back, all within one sample of 16 ms. */
function flick(acceleration: number): Trajectory {
  const half = [0, 0, 0, 0, 0, 0].map((_, joint) => (joint === 0 ? 0.008 * acceleration : 0));
  const braking = zeros.map((_, joint) => (joint === 0 ? -acceleration : 0));
  const back = half.map((value) => -value);
  return { points: [at(0, ready, half, braking), at(0.016, ready, back, braking)] };
}

/** Runs with a thin post in the way of the flange when the first joint turns. */
function withPost<T>(angle: number, run: () => T): T {
  const { x, y, z } = tcpPoseOf(arm, [(ready[0] ?? 0) + angle, ...ready.slice(1)], identityPose);
  const shape = { kind: 'sphere', radius: 0.001 } as const;
  for (const { world } of [arm.checker, bystander]) {
    world.addObstacle('scene/post', { shape, pose: { ...identityPose, x, y, z } });
  }
  try {
    return run();
  } finally {
    for (const { world } of [arm.checker, bystander]) world.removeObstacle('scene/post');
  }
}

describe('the contact check of a trajectory', () => {
  it('detects motion between samples', () => {
    const away = flick(2500);
    expect(findContactAlong(arm, away)).toBeUndefined();
    withPost(0.06, () => {
      expect(bystander.checkConfiguration(ready).kind).toBe('clear');
      expect(findContactAlong(arm, away)).toMatchObject({ reason: expect.stringContaining("would touch 'post'") });
    });
  });

  it('reports the time of contact to within a sample', () => {
    const goal = [1.2, ...ready.slice(1)];
    const trajectory = { points: [at(0, ready), at(2, goal)] };
    withPost(0.6, () => {
      const contact = findContactAlong(arm, trajectory);
      const firstHit = sampleEvery(trajectory, 0.001).findIndex(
        (q) => bystander.checkConfiguration(q).kind !== 'clear',
      );
      expect(contact?.time).toBeGreaterThan(firstHit * 0.001 - 0.016);
      expect(contact?.time).toBeLessThan(firstHit * 0.001 + 0.017);
    });
    withPost(1.2, () => expect(findContactAlong(arm, trajectory)?.time).toBeLessThanOrEqual(2));
  });

  it('never passes a trajectory with contact in dense samples', () => {
    const turn = fc.double({ min: -1, max: 1, noNaN: true });
    const six = fc.tuple(turn, turn, turn, turn, turn, turn);
    let [clear, hit] = [0, 0];
    fc.assert(
      fc.property(fc.array(fc.tuple(six, six, six), { minLength: 2, maxLength: 4 }), turn, (states, angle) => {
        const points = states.map(([p, v, a], index) =>
          at(
            index * 0.4,
            ready.map((value, joint) => value + 0.1 * (p[joint] ?? 0)),
            v.map((value) => value / 2),
            a.map((value) => 6 * value),
          ),
        );
        withPost(angle * 1.5, () => {
          const contact = findContactAlong(arm, { points });
          const touches = sampleEvery({ points }, 0.001).some((q) => bystander.checkConfiguration(q).kind !== 'clear');
          if (contact === undefined) {
            clear++;
            expect(touches).toBe(false);
          } else if (touches) hit++;
          // A refusal may cost at most a few tenths of a millimetre of clearance.
          else {
            const least = Math.min(...sampleEvery({ points }, 0.001).map((q) => bystander.measureClearance(q)));
            expect(least).toBeLessThan(0.0008);
          }
        });
      }),
      { numRuns: 200 },
    );
    expect(clear).toBeGreaterThan(3);
    expect(hit).toBeGreaterThan(2);
  }, 60_000);

  it('checks a trajectory without motion', () => {
    expect(findContactAlong(arm, { points: [at(0, ready)] })).toBeUndefined();
    expect(findContactAlong(arm, { points: [at(0, [0, 1.9, 1, 0, 1.2, 0])] })).toMatchObject({ time: 0 });
  });
});
