import { jointAnglesSchema } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { armPostures as postures, ready } from '../jog/arm-postures.fixture.ts';
import { beginGhost, findNearLimits, inBase, inWorld, moveGhost, typeGhost } from './ghost.ts';

const { limits } = postures;
const begun = beginGhost({ jointAngles: ready }, postures);
const readyPose = begun.position.pose ?? identityPose;

describe('The ghost arm', () => {
  it('starts in the taught posture, with the pose that belongs to it', () => {
    expect(begun.joints).toEqual(ready);
    expect(begun.position.pose).toEqual(postures.poseOf(ready, {}));
  });

  it('reaches the pose of the handle, near the last posture', () => {
    const small = fc.double({ min: -0.03, max: 0.03, noNaN: true });
    fc.assert(
      fc.property(small, small, small, (x, y, z) => {
        const pose = { ...readyPose, x: readyPose.x + x, y: readyPose.y + y, z: readyPose.z + z };
        const { position, joints } = moveGhost(begun, pose, postures);
        expect(position.jointAngles).toEqual(joints);
        const reached = postures.poseOf(joints ?? [], position);
        for (const axis of ['x', 'y', 'z'] as const) expect(reached[axis]).toBeCloseTo(pose[axis], 5);
        const turned = (joints ?? []).map((angle, index) => Math.abs(angle - (ready[index] ?? 0)));
        expect(Math.max(...turned)).toBeLessThan(0.6);
      }),
    );
  });

  it('stays in its last posture while the handle is out of reach, and has no joint angles to save', () => {
    const beyond = moveGhost(begun, { ...readyPose, x: 4 }, postures);
    expect(beyond).toMatchObject({ joints: ready, position: { pose: { x: 4 } } });
    expect(beyond.position.jointAngles).toBeUndefined();
    expect(moveGhost(beyond, readyPose, postures).joints?.map((angle) => angle.toFixed(4))).toEqual(
      ready.map((angle) => angle.toFixed(4)),
    );
  });

  it('forgets the pose of the wrist, which belongs to the old position', () => {
    const taught = beginGhost({ jointAngles: ready, wristPose: readyPose }, postures);
    expect(moveGhost(taught, readyPose, postures).position.wristPose).toBeUndefined();
  });

  it('follows typed joint angles', () => {
    const typed = jointAnglesSchema.parse([0.5, ...ready.slice(1)]);
    expect(typeGhost(begun, { ...begun.position, jointAngles: typed }).joints).toEqual(typed);
  });

  it('has the same place in the world and from the base', () => {
    const base = { x: 0, y: 0.2, z: 0.8, i: 0, j: 0, k: Math.SQRT1_2, w: Math.SQRT1_2 };
    const back = inBase(inWorld(readyPose, base), base);
    for (const part of ['x', 'y', 'z', 'i', 'j', 'k', 'w'] as const) expect(back[part]).toBeCloseTo(readyPose[part], 9);
  });
});

describe('findNearLimits', () => {
  it('reports joints within five degrees of a limit, with the angle that is left', () => {
    expect(findNearLimits(ready, limits)).toEqual([]);
    const atLimit = ready.map((angle, joint) => (joint === 2 ? (limits[2]?.upper ?? 0) - 0.05 : angle));
    expect(findNearLimits(atLimit, limits)).toEqual([{ joint: 2, degrees: 3 }]);
  });
});
