import { type ArmModel, defaultArm, jointLimitsOf, largeArm, readyJoints, smallArm, ur5e } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { describe, expect, it } from 'vitest';
import { setUpArm } from './arms.ts';

function start(model: ArmModel) {
  const notes: string[] = [];
  const { startPositions } = setUpArm(model, (note) => notes.push(note));
  const clearance = createSelfCollisionChecker(model).measureClearance(startPositions);
  return { startPositions, notes, clearance };
}

/** The arm with a ball on a link, in the link's frame, m. */
function withBall(link: string, center: readonly [number, number, number], radius: number): ArmModel {
  const links = defaultArm.links.map((each) =>
    each.name === link
      ? { ...each, collision: [...each.collision, { kind: 'sphere' as const, center, radius }] }
      : each,
  );
  return { ...defaultArm, links };
}

describe('the start posture of a simulated arm', () => {
  it('equals the ready pose, without a note, when that is free of collisions', () => {
    expect(start(defaultArm)).toMatchObject({ startPositions: readyJoints, notes: [] });
  });

  it.each([smallArm, largeArm, ur5e].map((model) => [model.name, model] as const))(
    'has enough clearance for %s',
    (_, model) => {
      expect(start(model).clearance).toBeGreaterThan(0.005);
    },
  );

  it('differs from the ready pose when that is not possible, and the log names it', () => {
    const joints = defaultArm.joints.map((joint, index) =>
      index === 2 ? { ...joint, limits: { ...joint.limits, lower: -1.2, upper: 1.2 } } : joint,
    );
    const stiff = { ...defaultArm, joints };
    const { startPositions, notes, clearance } = start(stiff);
    expect(clearance).toBeGreaterThan(0.01);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The simulated arm starts at \(.+\) rad instead of its ready pose, a collision-free pose$/,
      ),
    ]);
    const { lower, upper } = jointLimitsOf(stiff);
    startPositions.forEach((angle, joint) => {
      expect(angle).toBeGreaterThanOrEqual(lower[joint] ?? 0);
      expect(angle).toBeLessThanOrEqual(upper[joint] ?? 0);
    });
  });

  it('logs a note when no posture is free of collisions', () => {
    const { notes, clearance } = start(withBall('forearm_link', [0, 0, 0.3], 3));
    expect(clearance).toBeLessThan(0);
    expect(notes).toEqual([expect.stringMatching(/overlap, here by .+ mm, so no planned move is possible/)]);
  });
});
