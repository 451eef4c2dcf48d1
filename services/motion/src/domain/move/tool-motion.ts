import { jointCount } from '@cellwright/arm';
import { type Pose, transformSize } from '@cellwright/geometry';
import type { ToolLimits } from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf } from '../arm-context.ts';

/** Motion of a TCP by the joints of an arm; with a speed, it becomes a speed limit. */
export type ToolMotion = Omit<ToolLimits, 'speed'> & Required<Pick<ToolLimits, 'arm'>>;

/** Returns the motion of a TCP (flange frame) of an arm. */
export function toolMotionOf(arm: ArmContext, tcp: Pose): ToolMotion {
  const position = (joints: readonly number[]): number[] => {
    const { x, y, z } = tcpPoseOf(arm, joints, tcp);
    return [x, y, z];
  };
  return { position, arm: { speedAt: speedOf(arm, tcp), levers: leversOf(arm, tcp) } };
}

/** Returns the speed of a TCP: that of the flange plus the effect of its rotation at the end of the tool. */
function speedOf({ kinematics }: ArmContext, { x, y, z }: Pose) {
  const rates = new Float64Array(6);
  return (joints: ArrayLike<number>, velocities: ArrayLike<number>): number => {
    const jacobian = kinematics.computeJacobian(joints);
    for (let row = 0; row < 6; row++) {
      let rate = 0;
      for (let joint = 0; joint < jointCount; joint++) {
        rate += (jacobian[row * jointCount + joint] ?? 0) * (velocities[joint] ?? 0);
      }
      rates[row] = rate;
    }
    const [vx = 0, vy = 0, vz = 0, wx = 0, wy = 0, wz = 0] = rates;
    if (x === 0 && y === 0 && z === 0) return Math.hypot(vx, vy, vz);
    const t = kinematics.computeTip(joints);
    const rx = (t[0] ?? 0) * x + (t[1] ?? 0) * y + (t[2] ?? 0) * z;
    const ry = (t[4] ?? 0) * x + (t[5] ?? 0) * y + (t[6] ?? 0) * z;
    const rz = (t[8] ?? 0) * x + (t[9] ?? 0) * y + (t[10] ?? 0) * z;
    return Math.hypot(vx + wy * rz - wz * ry, vy + wz * rx - wx * rz, vz + wx * ry - wy * rx);
  };
}

/**
 * Returns bounds on the distance of a TCP from each joint's axis: the lengths from joint to joint after it, the first
 * one across the axis.
 */
function leversOf({ kinematics: { chain } }: ArmContext, tcp: Pose): number[] {
  const { steps, linkOffsets, tipIndex } = chain;
  const tip = tipIndex * transformSize;
  const lengthAt = (transforms: ArrayLike<number>, at: number) =>
    Math.hypot(transforms[at + 3] ?? 0, transforms[at + 7] ?? 0, transforms[at + 11] ?? 0);
  let behind = lengthAt(linkOffsets, tip) + Math.hypot(tcp.x, tcp.y, tcp.z);
  const levers = [behind];
  for (let joint = jointCount - 2; joint >= 0; joint--) {
    const next = (joint + 1) * transformSize;
    levers.unshift(Math.hypot(steps[next + 3] ?? 0, steps[next + 7] ?? 0) + behind);
    behind += lengthAt(steps, next);
  }
  return levers;
}
