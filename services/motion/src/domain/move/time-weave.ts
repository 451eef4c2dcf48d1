import {
  createDerivatives,
  createSample,
  findLimitViolations,
  type GeometricPath,
  interpolateAt,
  planMove as planRestToRest,
  sampleTrajectory,
  type Trajectory,
  type TrajectoryPoint,
  trajectoryDuration,
} from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import { explain, roundTo } from './explain.ts';
import { limitsFor, type MoveLimits } from './limits.ts';
import type { MoveRequest, MoveTarget, Reason } from './request.ts';

/** Points of a trajectory in a period of the weave, and the maximum time between them, seconds. */
const pointsPerPeriod = 48;
const longestStep = 0.032;
/** Maximum frequency of a weave, Hz: a half period then has 10 set-points. */
const maxFrequency = 6;
/** Time in which the speed along the seam is reached, and in which its acceleration is, seconds. */
const rampTime = { speed: 0.25, acceleration: 0.1 };
/** Fraction of the limits of the joints that a weave uses; the rest is for the start and the end. */
const usableShare = 0.9;
/** Factor between the speeds that are tried for the one that fits, and their maximum number. */
const slowerShare = 0.9;
const maxAttempts = 20;

/** Joint angles along a weave, and the distance of each along its seam, metres. */
export interface WovenWay {
  readonly joints: readonly (readonly number[])[];
  readonly seamDistances: readonly number[];
}

/**
 * Times a weave so that the speed along its seam is the maximum TCP speed, and constant between a soft start and end.
 * Refuses a speed that the arm cannot keep, with a frequency that it can.
 */
export function timeWeave(
  arm: ArmContext,
  request: MoveRequest,
  target: MoveTarget,
  { joints, seamDistances }: WovenWay,
): { readonly trajectory: Trajectory; readonly targetTimes: readonly number[] } | Reason {
  const limits = limitsFor(arm, request.limits, [target]);
  const path = interpolateAt(seamDistances, joints);
  const speed = limits.maxTooltipSpeed;
  const period = target.weave?.period ?? path.length;
  const timeAt = (seamSpeed: number): Trajectory | undefined => {
    const step = Math.min(longestStep, period / (pointsPerPeriod * seamSpeed));
    const trajectory = { points: listPoints(path, seamSpeed, step) };
    // As the controller judges it: points approximate the curve.
    return findLimitViolations(trajectory, { ...arm.limits, ...limits.joints }).length === 0 ? trajectory : undefined;
  };
  let able = Math.min(maxFrequency * period, findSeamSpeed(path, limits));
  const trajectory = speed <= able ? timeAt(speed) : undefined;
  if (trajectory) return { trajectory, targetTimes: [trajectoryDuration(trajectory)] };
  for (let tries = 0; tries < maxAttempts && !timeAt(able); tries++) able *= slowerShare;
  return explainTooFast(speed / period, able / period);
}

function explainTooFast(wantedHertz: number, ableHertz: number): Reason {
  const values = { wanted: roundTo(wantedHertz, 1), able: roundTo(Math.floor(ableHertz * 10) / 10, 1) };
  const reason = `the weave would need ${values.wanted} Hz; the arm can weave at ${values.able} Hz here; reduce the travel speed or the amplitude, or increase the period`;
  return explain(reason, 'weaveTooFast', values);
}

/** Returns the maximum speed along the seam at which no joint exceeds its limits, m/s. */
function findSeamSpeed(path: GeometricPath, { joints: { velocity, acceleration, jerk } }: MoveLimits): number {
  const at = createDerivatives(path.jointCount);
  let speed = Number.POSITIVE_INFINITY;
  for (const [piece, from] of path.knots.slice(0, -1).entries()) {
    path.evaluate((from + (path.knots[piece + 1] ?? from)) / 2, at);
    for (let joint = 0; joint < path.jointCount; joint++) {
      const share = (limits: readonly number[], rates: Float64Array) =>
        (usableShare * (limits[joint] ?? 0)) / Math.max(Math.abs(rates[joint] ?? 0), Number.MIN_VALUE);
      speed = Math.min(
        speed,
        share(velocity, at.first),
        share(acceleration, at.second) ** (1 / 2),
        share(jerk, at.third) ** (1 / 3),
      );
    }
  }
  return speed;
}

/** Returns the points of the motion along the path, from rest to rest. @param step maximum time between them, seconds */
function listPoints(path: GeometricPath, speed: number, step: number): TrajectoryPoint[] {
  const acceleration = speed / rampTime.speed;
  const jerk = acceleration / rampTime.acceleration;
  const limits = { velocity: [speed], acceleration: [acceleration], jerk: [jerk] };
  const along = planRestToRest([0], [path.length], limits);
  const duration = trajectoryDuration(along);
  const count = Math.max(1, Math.ceil(duration / step));
  const [at, progress] = [createDerivatives(path.jointCount), createSample(1)];
  return Array.from({ length: count + 1 }, (_, index) => {
    const timeFromStart = (duration * index) / count;
    sampleTrajectory(along, timeFromStart, progress);
    const { positions, velocities, accelerations } = progress;
    const [distance = 0, rate = 0, change = 0] = [positions[0], velocities[0], accelerations[0]];
    path.evaluate(Math.min(path.length, Math.max(0, distance)), at);
    const isEnd = index === 0 || index === count;
    return {
      timeFromStart,
      positions: Array.from(at.position),
      velocities: Array.from(at.first, (first) => (isEnd ? 0 : first * rate)),
      accelerations: Array.from(at.second, (second, joint) => {
        return isEnd ? 0 : second * rate ** 2 + (at.first[joint] ?? 0) * change;
      }),
    };
  });
}
