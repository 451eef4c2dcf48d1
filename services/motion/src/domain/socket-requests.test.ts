import { defaultArm } from '@cellwright/arm';
import { identityPose, makePose, quaternionFromRpy, type Vec3 } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext, tcpPoseFromRest } from './arm-context.ts';
import {
  angleBetween,
  chain,
  distanceBetween,
  type Frame,
  frameOf,
  frameOfArm,
} from './cartesian/dh-forward.fixture.ts';
import { toRelativeLineTask } from './socket-requests.ts';

const arm = createArmContext(defaultArm);
const part = (most: number) => fc.integer({ min: -1000, max: 1000 }).map((share) => (share / 1000) * most);
const vector = (most: number) => fc.tuple(part(most), part(most), part(most));
const joints = fc.tuple(part(2), part(2), part(2), part(2), part(2), part(2));

/** Returns a rotation about the fixed x, then y, then z axis, by plain matrices. */
function turnOf([rx, ry, rz]: Vec3): Frame {
  const about = (rotation: number[]): Frame => ({ rotation, position: [0, 0, 0] });
  const [cx, sx, cy, sy] = [Math.cos(rx), Math.sin(rx), Math.cos(ry), Math.sin(ry)];
  const [cz, sz] = [Math.cos(rz), Math.sin(rz)];
  const x = about([1, 0, 0, 0, cx, -sx, 0, sx, cx]);
  const y = about([cy, 0, sy, 0, 1, 0, -sy, 0, cy]);
  const z = about([cz, -sz, 0, sz, cz, 0, 0, 0, 1]);
  return chain(z, chain(y, x));
}

const inverseOf = ({ rotation: r }: Frame): Frame => ({
  position: [0, 0, 0],
  rotation: [0, 3, 6, 1, 4, 7, 2, 5, 8].map((index) => r[index] ?? 0),
});
const axesOf = ({ rotation }: Frame): Frame => ({ rotation, position: [0, 0, 0] });

/** Returns the end of a relative move: shifted along the axes of a frame, turned about them in place. */
function endOf(start: Frame, axes: Frame, translation: Vec3, rotation: Vec3): Frame {
  const shift = chain(axesOf(axes), { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], position: translation }).position;
  const turned = chain(chain(chain(axesOf(axes), turnOf(rotation)), inverseOf(axes)), axesOf(start));
  const at = (axis: 0 | 1 | 2) => start.position[axis] + shift[axis];
  return { rotation: turned.rotation, position: [at(0), at(1), at(2)] };
}

describe('a relative cartesian motion', () => {
  it.each(['robotArm', 'world', 'tool', 'plane'] as const)(
    'moves along and turns about the axes of its frame: %s',
    (frame) => {
      fc.assert(
        fc.property(joints, vector(0.5), vector(1.2), vector(3), (q, translation, rotation, rpy) => {
          const plane = makePose([4, 5, 6], quaternionFromRpy(rpy));
          const start = frameOfArm(q);
          const task = toRelativeLineTask(
            {
              startJointAngles: q,
              seed: 1,
              frame: frame === 'plane' ? 'tool' : frame,
              ...(frame === 'plane' ? { plane } : {}),
              translation,
              rotation,
              motionSpeed: 100,
            },
            undefined,
            arm.kinematics.computeTipPose(q),
          );
          const [target] = task.kind === 'move' ? task.request.targets : [];
          if (!target || !('pose' in target.target)) throw new Error('a relative motion is a line to a pose');
          expect(target).toMatchObject({ motionKind: 'line', usesFlange: true });
          const axes = {
            robotArm: frameOf(identityPose),
            world: frameOf(identityPose),
            tool: start,
            plane: frameOf(plane),
          };
          const expected = endOf(start, axes[frame], translation, rotation);
          const led = frameOf(tcpPoseFromRest(target.target.pose));
          expect(distanceBetween(led.position, expected.position)).toBeLessThan(1e-9);
          expect(angleBetween(led, expected)).toBeLessThan(1e-7);
        }),
        { numRuns: 50 },
      );
    },
  );
});
