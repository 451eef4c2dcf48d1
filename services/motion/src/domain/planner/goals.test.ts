import { createInverseKinematics, createKinematics, defaultArm, readyJoints } from '@cellwright/arm';
import { distancePoses } from '@cellwright/geometry';
import { expect, it } from 'vitest';
import { listGoals } from './goals.ts';

const kinematics = createKinematics(defaultArm);
const inverse = createInverseKinematics(kinematics);
const space = inverse.bounds;

it('lists every branch within the limits, nearest first, all of them at the pose', () => {
  const pose = kinematics.computeTipPose(readyJoints);
  const goals = listGoals(inverse, pose, readyJoints, space);
  expect(goals.length).toBeGreaterThan(4);
  for (const goal of goals) {
    const { translation, rotation } = distancePoses(kinematics.computeTipPose(goal), pose);
    expect(Math.max(translation, rotation)).toBeLessThan(1e-9);
  }
  const distances = goals.map((goal) => Math.hypot(...goal.map((angle, joint) => angle - (readyJoints[joint] ?? 0))));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(distances[0]).toBeLessThan(1e-9);
});

it('includes every branch, even with more whole-turn copies than the list holds', () => {
  // All eight postures have a copy within the limits here.
  const near = [-0.2, 1.7, -2.2, 2.5, 2.1, -1.1];
  const pose = kinematics.computeTipPose(near);
  const round = (value: number) => Math.round(1e6 * value) + 0;
  const nameOf = (q: Float64Array) =>
    [...q].flatMap((angle) => [round(Math.cos(angle)), round(Math.sin(angle))]).join();
  const postures = new Set(listGoals(inverse, pose, near, space).map(nameOf));
  expect(postures.size).toBe(8);
});

it('lists nothing outside the search space, which may be narrower than the limits of the arm', () => {
  const pose = kinematics.computeTipPose(readyJoints);
  const all = listGoals(inverse, pose, readyJoints, space);
  const narrow = {
    lower: readyJoints.map((angle) => angle - Math.PI / 2),
    upper: readyJoints.map((angle) => angle + Math.PI / 2),
  };
  const within = (q: Float64Array) =>
    q.every((angle, joint) => Math.abs(angle - (readyJoints[joint] ?? 0)) <= Math.PI / 2);
  const expected = all.filter(within);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
  expect(listGoals(inverse, pose, readyJoints, narrow)).toEqual(expected);
});

it('returns an empty list for a pose out of reach', () => {
  expect(listGoals(inverse, { x: 3, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 }, readyJoints, space)).toEqual([]);
});
