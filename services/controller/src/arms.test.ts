import {
  type ArmModel,
  defaultArm,
  jointLimitsOf,
  largeArm,
  loadUrdf,
  readyJoints,
  smallArm,
  ur5e,
} from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { setUpArm } from './arms.ts';

function start(model: ArmModel) {
  const notes: string[] = [];
  const infos: string[] = [];
  const { startPositions } = setUpArm(model, (note, level) => (level === 'warn' ? notes : infos).push(note));
  const clearance = createSelfCollisionChecker(model).measureClearance(startPositions);
  return { startPositions, notes, infos, clearance };
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

/** Pose ahead of the flange, m. */
const ahead = (z: number) => ({ ...identityPose, z });

/** An arm with links close to each other, whose flange points at its forearm in usual postures. */
const foldedArm = loadNearLinks();

function loadNearLinks(): ArmModel {
  const tube = (x: number, radius: number, length: number) =>
    `<collision><origin xyz="${x} 0 0" rpy="0 1.5708 0"/><geometry><cylinder radius="${radius}" length="${length}"/></geometry></collision>`;
  const disc = (z: number, radius: number, length: number) =>
    `<collision><origin xyz="0 0 ${z}"/><geometry><cylinder radius="${radius}" length="${length}"/></geometry></collision>`;
  const shapes = [disc(0.025, 0.07, 0.05), disc(-0.025, 0.06, 0.04), tube(0.21, 0.05, 0.36), tube(0.195, 0.04, 0.33)];
  const joints = [
    ['0 0 0.1', '0 0 1'],
    ['0 0.13 0', '0 1 0'],
    ['0.42 -0.12 0', '0 1 0'],
    ['0.39 0 0', '0 1 0'],
    ['0 0.1 0', '0 0 1'],
    ['0 0 -0.095', '0 1 0'],
  ];
  const chain = joints.map(
    ([origin, axis], index) =>
      `<link name="l${index + 1}">${shapes[index + 1] ?? ''}</link><joint name="a${index + 1}" type="revolute">
        <parent link="l${index}"/><child link="l${index + 1}"/><origin xyz="${origin}"/><axis xyz="${axis}"/>
        <limit lower="-6.28" upper="6.28" velocity="3" effort="100"/></joint>`,
  );
  const flange =
    '<link name="tool0"/><joint name="flange" type="fixed"><parent link="l6"/><child link="tool0"/><origin xyz="0 0.08 0"/></joint>';
  const read = loadUrdf(`<robot name="folded"><link name="l0">${shapes[0]}</link>${chain.join('')}${flange}</robot>`);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.model;
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

  it.each([defaultArm, smallArm, largeArm, ur5e, foldedArm].map((model) => [model.name, model] as const))(
    'leaves space for the gripper of a new cell on %s',
    (_, model) => {
      const checker = createSelfCollisionChecker(model);
      const gripper = { shape: { kind: 'box', size: [0.145, 0.145, 0.18] }, pose: ahead(0.09) } as const;
      expect(checker.attach({ name: 'gripper', link: model.tip, parts: [gripper] }).kind).toBe('attached');
      expect(checker.measureClearance(start(model).startPositions)).toBeGreaterThan(0.001);
    },
  );

  it('touches nothing when the base is inside the first moving link, and the log names the two', () => {
    const { notes, infos, clearance } = start(withBall('shoulder_link', [0, 0, -0.122], 0.13));
    expect(clearance).toBeGreaterThan(0.001);
    expect(notes.join()).not.toContain('overlap');
    expect(infos).toEqual([
      expect.stringMatching(/^These touch in every posture .*the base and the shoulder;.*the shoulder and the stand/),
    ]);
  });

  it('logs a note when no posture is free of collisions', () => {
    const { notes, clearance } = start(withBall('forearm_link', [0, 0, 0.3], 3));
    expect(clearance).toBeLessThan(0);
    expect(notes).toEqual([expect.stringMatching(/overlap, here by .+ mm, so no planned move is possible/)]);
  });
});
