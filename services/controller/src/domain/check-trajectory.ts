import { type CommandResult, maxTrajectoryPoints, maxTrajectorySeconds, refuse } from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain/robot';
import {
  createSample,
  findLimitViolations,
  type LimitQuantity,
  type LimitViolation,
  type Trajectory,
  TrajectorySampler,
  trajectoryDuration,
  validateTrajectory,
} from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';
import { isPlainlyWithinLimits } from './segment-bounds.ts';

/** Maximum distance of the start of a trajectory from the current position, rad per joint. */
export const startTolerance = 1e-4;
/** Tolerance of limits in their own unit, for rounding only. */
const limitTolerance = 1e-6;

const units: Readonly<Record<LimitQuantity, string>> = {
  position: 'rad',
  velocity: 'rad/s',
  acceleration: 'rad/s²',
  jerk: 'rad/s³',
};

/** Checks whether the arm at `positions` may drive this trajectory from `startPathTime` seconds on. */
export function checkTrajectory(
  trajectory: Trajectory,
  startPathTime: number,
  positions: readonly number[],
  arm: ArmSetup,
): CommandResult {
  if (trajectory.points.length > maxTrajectoryPoints) {
    return refuse('invalid_trajectory', `A trajectory can have at most ${maxTrajectoryPoints} points`);
  }
  const good = goodFor(arm);
  const isKnown = good.has(trajectory);
  const [problem] = isKnown ? [] : validateTrajectory(trajectory, { jointCount, endsAtRest: true });
  if (problem !== undefined) return refuse('invalid_trajectory', problem.message);
  const duration = trajectoryDuration(trajectory);
  if (duration > maxTrajectorySeconds) {
    return refuse('invalid_trajectory', `A trajectory can last at most ${maxTrajectorySeconds} s`);
  }
  if (!(startPathTime >= 0 && startPathTime <= duration)) {
    return refuse('invalid_trajectory', `The start must lie on the trajectory, from 0 to ${duration} s`);
  }
  const refused =
    checkStart(trajectory, startPathTime, positions) ?? (isKnown ? undefined : checkLimits(trajectory, arm));
  if (refused !== undefined) return refused;
  good.add(trajectory);
  return { ok: true };
}

/** Trajectories that passed the check, by arm: during a dry run, the rounds of a loop drive the same ones again. */
const found = new WeakMap<ArmSetup, WeakSet<Trajectory>>();

function goodFor(arm: ArmSetup): WeakSet<Trajectory> {
  const good = found.get(arm) ?? new WeakSet();
  found.set(arm, good);
  return good;
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
  const message = `The trajectory starts with joint ${joint} at ${value.toFixed(4)} rad, but the arm is at ${stands} rad. Plan again from its current position`;
  return refuse('wrong_start', message, {
    joint,
    quantity: 'position',
    time: startPathTime,
    value,
    limit: startTolerance,
  });
}

function checkLimits(trajectory: Trajectory, arm: ArmSetup): CommandResult | undefined {
  const first = findFirstViolation(trajectory, arm);
  if (first === undefined) return undefined;
  const { joint, quantity, time, value, limit } = first;
  const unit = units[quantity];
  const message = `Joint ${joint} would leave its ${quantity} limit at ${time.toFixed(3)} s: ${value.toFixed(4)} ${unit}, limit ${limit.toFixed(4)} ${unit}`;
  return refuse('limit_exceeded', message, { joint, quantity, time, value, limit });
}

/** Returns the earliest violation in the first segment that has any. */
function findFirstViolation({ points }: Trajectory, arm: ArmSetup): LimitViolation | undefined {
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? from;
    const isClear = from !== to && isPlainlyWithinLimits(from, to, arm.limits, limitTolerance);
    const violations = isClear ? [] : findLimitViolations({ points: [from, to] }, arm.limits, limitTolerance);
    const [first, ...others] = violations;
    if (first !== undefined) return others.reduce((a, b) => (b.time < a.time ? b : a), first);
  }
  return undefined;
}
