import { type ArmModel, createKinematics, type Kinematics } from '@cellwright/arm';
import { jointCount } from '@cellwright/domain/robot';
import { addVec3, crossVec3, positionOf, rotateVec3, scaleVec3, type Vec3 } from '@cellwright/geometry';
import type { ArmSetup } from './arm-setup.ts';

/** Position of the TCP and its velocity by joint, in the base frame. */
export class ToolTip {
  private readonly kinematics: Kinematics;
  /** Maximum distance from the axis of each joint to the flange in any posture, metres. */
  private readonly reaches: readonly number[];

  constructor(arm: ArmSetup) {
    this.kinematics = createKinematics(arm.model);
    this.reaches = measureReaches(arm.model);
  }

  /**
   * Returns the maximum torque that a force of `newtons` on the TCP can cause on each joint, in any posture and
   * direction, N·m.
   */
  boundTorques(tcp: Vec3, newtons: number): readonly number[] {
    return this.reaches.map((reach) => (reach + Math.hypot(...tcp)) * newtons);
  }

  /** Returns the position of the TCP. @param tcp in the flange frame, metres */
  place(positions: readonly number[], tcp: Vec3): Vec3 {
    const flange = this.kinematics.computeTipPose(positions);
    return addVec3(positionOf(flange), rotateVec3(flange, tcp));
  }

  /** Returns the velocity of the TCP per joint velocity, m/s per rad/s, joint by joint. */
  rates(positions: readonly number[], tcp: Vec3): readonly Vec3[] {
    const jacobian = this.kinematics.computeJacobian(positions);
    const lever = rotateVec3(this.kinematics.computeTipPose(positions), tcp);
    return Array.from({ length: jointCount }, (_, joint) => {
      const at = (row: number) => jacobian[row * 6 + joint] ?? 0;
      return addVec3([at(0), at(1), at(2)], crossVec3([at(3), at(4), at(5)], lever));
    });
  }

  /** Returns the velocity of the TCP, m/s. */
  velocity(positions: readonly number[], velocities: readonly number[], tcp: Vec3): Vec3 {
    return this.rates(positions, tcp).reduce<Vec3>(
      (sum, rate, joint) => addVec3(sum, scaleVec3(rate, velocities[joint] ?? 0)),
      [0, 0, 0],
    );
  }

  /** Returns the torque on each joint of a force on the TCP, N·m. */
  torques(positions: readonly number[], tcp: Vec3, force: Vec3): readonly number[] {
    const lever = rotateVec3(this.kinematics.computeTipPose(positions), tcp);
    const jacobian = this.kinematics.computeJacobian(positions);
    // The work of a turning joint on the TCP, (axis × lever) · force, equals axis · (lever × force), which is computed
    // once for all joints.
    const [fx, fy, fz] = force;
    const [mx, my, mz] = crossVec3(lever, force);
    const torques: number[] = [];
    // Called at every set-point: rows vx vy vz wx wy wz of six joints each, without an extra array.
    for (let joint = 0; joint < jointCount; joint += 1) {
      const ofForce = fx * (jacobian[joint] ?? 0) + fy * (jacobian[6 + joint] ?? 0) + fz * (jacobian[12 + joint] ?? 0);
      const ofMoment =
        mx * (jacobian[18 + joint] ?? 0) + my * (jacobian[24 + joint] ?? 0) + mz * (jacobian[30 + joint] ?? 0);
      torques.push(ofForce + ofMoment);
    }
    return torques;
  }
}

function measureReaches({ joints, fixedFrames, tip }: ArmModel): number[] {
  let toTip = 0;
  let link = tip;
  for (let frame = fixedFrames.find(({ child }) => child === link); frame; ) {
    toTip += Math.hypot(...frame.origin.xyz);
    link = frame.parent;
    frame = fixedFrames.find(({ child }) => child === link);
  }
  return joints.map((_, joint) =>
    joints.slice(joint + 1).reduce((sum, { origin }) => sum + Math.hypot(...origin.xyz), toTip),
  );
}
