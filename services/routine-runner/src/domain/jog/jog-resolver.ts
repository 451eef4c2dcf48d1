import { type ArmModel, createKinematics, jointLimitsOf } from '@cellwright/arm';
import { handMotionToolSpeed, type JointAngles } from '@cellwright/domain';
import { positionOf } from '@cellwright/geometry';
import type { ToolModel } from '../planner.ts';
import { JogGuard } from './jog-guard.ts';
import type { JogCommand, JogResolver } from './jog-motion.ts';
import { computeToolJacobian, solveTwist, toolSpeedOf, twistInBase } from './tool-velocity.ts';

/** Room under the speed limit for what the controller's own ramps add, share. */
const speedReserve = 0.96;
const standing: readonly number[] = [0, 0, 0, 0, 0, 0];
/** Share of the acceleration limits that velocities change with, so that the controller keeps up. */
const accelerationReserve = 0.8;

/**
 * Turns a jog's wish into joint velocities. All joints change together and in proportion, so that the tool's speed on
 * the way from one velocity to the next is never above that of both; it stays at or under 250 mm/s.
 */
export function createJogResolver(model: ArmModel, currentTool: () => ToolModel): JogResolver {
  const kinematics = createKinematics(model);
  const limits = jointLimitsOf(model);
  const guard = new JogGuard(model);
  let commanded: readonly number[] = standing;

  const wish = (command: JogCommand, joints: JointAngles, tool: ToolModel): readonly number[] => {
    if (command.jogKind === 'joint') return command.velocities;
    const { linear, angular, frame } = command;
    const jacobian = computeToolJacobian(kinematics, joints, positionOf(tool.tcp));
    const { smallestSingularValue } = kinematics.measureSingularity(joints);
    return solveTwist(jacobian, twistInBase({ linear, angular }, frame, joints, tool.tcp), smallestSingularValue);
  };

  /** The same direction, slow enough for every joint and for the tool. */
  const slowDown = (velocities: readonly number[], joints: JointAngles, tool: ToolModel): number[] => {
    const jacobian = computeToolJacobian(kinematics, joints, positionOf(tool.tcp));
    let share = Math.min(1, (handMotionToolSpeed * speedReserve) / toolSpeedOf(jacobian, velocities));
    velocities.forEach((velocity, joint) => {
      share = Math.min(share, (limits.velocity[joint] ?? 0) / Math.abs(velocity));
    });
    return velocities.map((velocity) => velocity * share);
  };

  /** As far towards the wish as the joints' accelerations allow within `seconds`. */
  const approach = (target: readonly number[], seconds: number): number[] => {
    let share = 1;
    target.forEach((velocity, joint) => {
      const change = Math.abs(velocity - (commanded[joint] ?? 0));
      const allowed = (limits.acceleration[joint] ?? 0) * accelerationReserve * seconds;
      if (change > allowed) share = Math.min(share, allowed / change);
    });
    return target.map((velocity, joint) => {
      const from = commanded[joint] ?? 0;
      return from + (velocity - from) * share;
    });
  };

  return {
    reset() {
      commanded = standing;
    },
    resolve(command, joints, seconds) {
      const tool = currentTool();
      guard.carry(tool);
      const wished = command ? slowDown(wish(command, joints, tool), joints, tool) : standing;
      const next = approach(wished.every(Number.isFinite) ? wished : standing, seconds);
      const share = guard.allow(joints, next);
      // The tool may be faster here than where the last velocity was worked out.
      commanded = slowDown(
        next.map((velocity) => velocity * share),
        joints,
        tool,
      );
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = commanded;
      return [a, b, c, d, e, f];
    },
  };
}
