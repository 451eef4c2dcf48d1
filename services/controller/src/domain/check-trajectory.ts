import {
  type CommandResult,
  type LimitDetail,
  maxTrajectoryPoints,
  maxTrajectorySeconds,
  refuse,
} from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain';
import {
  createSample,
  findLimitViolations,
  type LimitQuantity,
  type Trajectory,
  TrajectorySampler,
  trajectoryDuration,
  validateTrajectory,
} from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';

/** How far from the arm's position a trajectory may start, rad per joint. */
export const startTolerance = 1e-4;
/** Limits may be exceeded by this much in their own unit: rounding, not motion. */
const limitTolerance = 1e-6;

const units: Readonly<Record<LimitQuantity, string>> = {
  position: 'rad',
  velocity: 'rad/s',
  acceleration: 'rad/s²',
  jerk: 'rad/s³',
};

/** Whether the arm, standing at `positions`, may drive this trajectory from `startPathTime` seconds on. */
export function checkTrajectory(
  trajectory: Trajectory,
  startPathTime: number,
  positions: readonly number[],
  arm: ArmSetup,
): CommandResult {
  if (trajectory.points.length > maxTrajectoryPoints) {
    return refuse('invalid_trajectory', `A trajectory has at most ${maxTrajectoryPoints} points`);
  }
  const [problem] = validateTrajectory(trajectory, { jointCount, endsAtRest: true });
  if (problem !== undefined) return refuse('invalid_trajectory', problem.message);
  const duration = trajectoryDuration(trajectory);
  if (duration > maxTrajectorySeconds) {
    return refuse('invalid_trajectory', `A trajectory lasts at most ${maxTrajectorySeconds} s`);
  }
  if (!(startPathTime >= 0 && startPathTime <= duration)) {
    return refuse('invalid_trajectory', `The start must lie on the trajectory, from 0 to ${duration} s`);
  }
  return checkStart(trajectory, startPathTime, positions) ?? checkLimits(trajectory, arm) ?? { ok: true };
}

function checkStart(
  trajectory: Trajectory,
  startPathTime: number,
  positions: readonly number[],
): CommandResult | undefined {
  const start = createSample(jointCount);
  new TrajectorySampler(trajectory).sample(startPathTime, start);
  const joint = start.positions.findIndex(
    (value, index) => !(Math.abs(value - (positions[index] ?? Number.NaN)) <= startTolerance),
  );
  if (joint < 0) return undefined;
  const value = start.positions[joint] ?? Number.NaN;
  const stands = (positions[joint] ?? Number.NaN).toFixed(4);
  const message = `The trajectory starts with joint ${joint} at ${value.toFixed(4)} rad, but the arm stands at ${stands} rad: plan again from where it stands`;
  return refuse('wrong_start', message, {
    joint,
    quantity: 'position',
    time: startPathTime,
    value,
    limit: startTolerance,
  });
}

function checkLimits(trajectory: Trajectory, arm: ArmSetup): CommandResult | undefined {
  const violations = findLimitViolations(trajectory, arm.limits, limitTolerance);
  const first = violations.reduce<LimitDetail | undefined>(
    (earliest, violation) => (earliest === undefined || violation.time < earliest.time ? violation : earliest),
    undefined,
  );
  if (first === undefined) return undefined;
  const { joint, quantity, time, value, limit } = first;
  const unit = units[quantity];
  const message = `Joint ${joint} would leave its ${quantity} limit at ${time.toFixed(3)} s: ${value.toFixed(4)} ${unit}, limit ${limit.toFixed(4)} ${unit}`;
  return refuse('limit_exceeded', message, { joint, quantity, time, value, limit });
}
