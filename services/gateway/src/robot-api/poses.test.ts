import { normalizeQuaternion } from '@cellwright/geometry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRobotRoom, type RobotRoom } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
beforeAll(async () => {
  room = await openRobotRoom();
});
afterAll(() => room.close());

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const part = fc.double({ min: -1, max: 1, noNaN: true });
const poses = fc
  .record({ x: coordinate, y: coordinate, z: coordinate, i: part, j: part, k: part, w: part })
  .filter(({ i, j, k, w }) => Math.hypot(i, j, k, w) > 0.1)
  .map((pose) => ({ ...pose, ...normalizeQuaternion(pose) }));
/** A pose whose distance to itself was once 1e-17. */
const reported = {
  ...{ x: 0.5, y: 0.2, z: 0.3, i: 0.022260026714733816, j: 0.43967973954090955 },
  ...{ k: 0.3604234056503559, w: 0.8223631719059994 },
};
const distance = async (pose1: object, pose2: object) =>
  (await room.ask('POST', '/poses/pose-distance', { body: { pose1, pose2 } })).answer;

describe('The distance of two poses', () => {
  it('equals exactly 0 for a pose and itself, also with a negated quaternion', async () => {
    await fc.assert(
      fc.asyncProperty(poses, async (pose) => {
        const negated = { ...pose, i: -pose.i, j: -pose.j, k: -pose.k, w: -pose.w };
        expect(await distance(pose, pose)).toEqual({ distance: 0 });
        expect(await distance(pose, negated)).toEqual({ distance: 0 });
      }),
      { numRuns: 100, examples: [[reported]] },
    );
  });

  it('equals the angle at the same position, and the way otherwise', async () => {
    const pose = { x: 0.5, y: 0.2, z: 0.3, i: 0, j: 0, k: 0, w: 1 };
    const turned = { ...pose, k: Math.SQRT1_2, w: Math.SQRT1_2 };
    expect(await distance(pose, turned)).toEqual({ distance: expect.closeTo(Math.PI / 2, 9) });
    expect(await distance(pose, { ...turned, z: 0.7 })).toEqual({ distance: expect.closeTo(0.4, 9) });
  });
});
