import { readyJoints } from '@cellwright/arm';
import { describe, expect, it } from 'vitest';
import { jointsAt } from './target-joints.ts';
import { toolPoseOf } from './tool-pose.ts';

const tcp = { x: 0.01, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 };

describe('jointsAt', () => {
  it('returns the joint angles that were taught', () => {
    const jointAngles: [number, number, number, number, number, number] = [0.1, 0.2, 1.3, 0.4, -1.5, 0.6];
    expect(jointsAt({ jointAngles, pose: toolPoseOf(readyJoints, tcp) }, tcp, readyJoints)).toEqual(jointAngles);
  });

  it('returns the posture nearest to the present one that has the tool at the pose', () => {
    const wanted = readyJoints.map((joint, index) => joint + 0.1 * index);
    const pose = toolPoseOf(wanted, tcp);
    const joints = jointsAt({ pose }, tcp, readyJoints);
    joints?.forEach((joint, index) => {
      expect(joint).toBeCloseTo(wanted[index] ?? Number.NaN, 6);
    });
    expect(joints).toHaveLength(6);
  });

  it('returns undefined out of reach', () => {
    expect(jointsAt({ pose: { x: 9, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } }, tcp, readyJoints)).toBeUndefined();
    expect(jointsAt({}, tcp, readyJoints)).toBeUndefined();
  });
});
