import { isViableTarget, planBrake, settledVelocity } from './brake.ts';
import { findCrossings } from './crossings.ts';
import type { ExtremalFamily } from './extremal.ts';
import { furthest, nearest, PATTERN } from './extremal.ts';
import type { AxisLimits, AxisState, JerkProfile } from './profile.ts';
import { joinProfiles, profileDuration, profileEnd } from './profile.ts';

/** Largest miss (relative, rad) at which a target counts as reached: states have rounding of their own. */
const REACH_ROUNDING = 1e-13;
/** Largest excess (s) at which a duration counts as equal to a feasible one. */
const TIME_ROUNDING = 1e-13;

/** Durations, from–to, in which a motion exists; the last interval is unbounded. */
export interface DurationInterval {
  readonly from: number;
  readonly to: number;
}

/**
 * One axis from any state to any state. A motion of duration T exists exactly when the remaining distance lies between
 * the minimum and maximum distance that can be covered in T. So the feasible durations end where one of the two
 * extremal families covers exactly that distance, the first of them is the fastest motion, and any motion in between is
 * the weighted mean of the two extremal ones, which keeps every limit because the limits are convex.
 */
export class AxisProblem {
  /** Motion that brings a start outside its limits back inside; usually without phases. */
  readonly brake: JerkProfile;
  /** Feasible durations after the brake, ascending. */
  private readonly intervals: readonly DurationInterval[];
  private readonly brakeDuration: number;
  private readonly upper: ExtremalFamily;
  private readonly lower: ExtremalFamily;
  private readonly distance: number;
  private readonly start: AxisState;

  private constructor(start: AxisState, target: AxisState, limits: AxisLimits) {
    this.brake = planBrake(start, limits);
    this.brakeDuration = profileDuration(this.brake);
    this.start = this.brake.durations.length > 0 ? profileEnd(this.brake) : start;
    const room = absorbRounding(this.start, target, limits);
    this.upper = furthest(this.start, target, room);
    this.lower = nearest(this.start, target, room);
    this.distance = target.position - this.start.position;
    const scale = Math.abs(target.position) + Math.abs(this.start.position);
    this.intervals = findRegions(this.upper).flatMap((region) => this.feasibleWithin(region, scale));
  }

  /** Creates the problem, or returns undefined when no motion within the limits can end at the target. */
  static create(start: AxisState, target: AxisState, limits: AxisLimits): AxisProblem | undefined {
    return isViableTarget(target, limits) ? new AxisProblem(start, target, limits) : undefined;
  }

  /** Returns the duration of the fastest motion in seconds. */
  get minimumDuration(): number {
    return this.brakeDuration + (this.intervals[0]?.from ?? 0);
  }

  /** Returns the shortest feasible duration of at least `duration` seconds. */
  nextFeasible(duration: number): number {
    const wanted = duration - this.brakeDuration;
    const slack = TIME_ROUNDING + 4 * Number.EPSILON * Math.abs(duration);
    const interval = this.intervals.find(({ to }) => wanted <= to + slack);
    return interval === undefined || interval.from <= wanted + slack ? duration : interval.from + this.brakeDuration;
  }

  /** Returns a motion of a feasible duration; by default of the minimum one, which is the fastest motion. */
  profileFor(duration = this.minimumDuration): JerkProfile {
    const time = duration - this.brakeDuration;
    this.upper.solve(time);
    this.lower.solve(time);
    const most = this.upper.distance;
    const least = -this.lower.distance;
    const share = shareOf(this.distance, least, most);
    const motion = blendExtremes(this.start, this.upper, this.lower, share);
    return this.brake.durations.length > 0 ? joinProfiles(this.brake, motion) : motion;
  }

  /** Returns the feasible durations inside a region of durations in which the velocities can be met. */
  private feasibleWithin(region: DurationInterval, scale: number): DurationInterval[] {
    const { upper, lower, distance } = this;
    upper.solve(region.from);
    const offset = distance - upper.distance;
    const speed = Math.abs(upper.v0) + Math.abs(upper.v1);
    const tolerance = REACH_ROUNDING * (1 + scale + speed * region.from);
    const edges = [
      ...findCrossings(upper, distance, region, tolerance),
      ...findCrossings(lower, -distance, region, tolerance),
    ].sort((a, b) => a - b);
    // At the region's start both families meet, so the distance is beyond one of them: every edge opens or closes.
    if (offset === 0) edges.unshift(region.from);
    const found: DurationInterval[] = [];
    if (offset !== 0 && Math.abs(offset) <= tolerance) found.push({ from: region.from, to: region.from });
    for (let i = 0; i < edges.length; i += 2) found.push({ from: edges[i] ?? 0, to: edges[i + 1] ?? region.to });
    return found;
  }
}

/**
 * Returns the share of the furthest motion in a mean that covers `distance`; uses only one of the two motions where
 * rounding allows it.
 */
function shareOf(distance: number, least: number, most: number): number {
  const rounding = 8 * Number.EPSILON * (Math.abs(least) + Math.abs(most));
  if (distance >= most - rounding) return 1;
  return distance <= least + rounding ? 0 : (distance - least) / (most - least);
}

/** Widens the limits by the rounding error of start and target so that these do not violate them. */
function absorbRounding(start: AxisState, target: AxisState, limits: AxisLimits): AxisLimits {
  const { jerk } = limits;
  const velocities = [
    start.velocity,
    target.velocity,
    settledVelocity(start.velocity, start.acceleration, jerk),
    settledVelocity(target.velocity, -target.acceleration, jerk),
  ];
  return {
    maxVelocity: Math.max(limits.maxVelocity, ...velocities),
    minVelocity: Math.min(limits.minVelocity, ...velocities),
    maxAcceleration: Math.max(limits.maxAcceleration, start.acceleration, target.acceleration),
    minAcceleration: Math.min(limits.minAcceleration, start.acceleration, target.acceleration),
    jerk,
  };
}

/**
 * Returns the durations in which the change of velocity and acceleration is possible, regardless of the distance. With
 * accelerations of one sign at both ends there can be a short region before the main one: in a longer time the
 * acceleration cannot be kept up; in a time shorter than the main region it cannot cross zero and return.
 */
function findRegions(family: ExtremalFamily): DurationInterval[] {
  const { v0, a0, v1, a1, jerk, maxAcceleration, maxDeceleration } = family;
  const gain = jerk * (v1 - v0);
  const mean = (a0 * a0 + a1 * a1) / 2;
  const falling = settledVelocity(v0, a0, jerk) >= settledVelocity(v1, -a1, jerk);
  // Under a square root, a rounding error of 1e-16 would become an acceleration of 1e-8.
  const rounding = 4 * Number.EPSILON * (mean + jerk * (Math.abs(v0) + Math.abs(v1)));
  const rise = (limit: number, swing: number, sum: number) => {
    const peak = mean + swing > rounding ? Math.sqrt(mean + swing) : 0;
    const held = Math.min(peak, limit);
    const hold = peak > limit ? (peak * peak - limit * limit) / (jerk * limit) : 0;
    return Math.max(0, (2 * held - sum) / jerk + hold);
  };
  const main = {
    from: falling ? rise(maxDeceleration, -gain, -(a0 + a1)) : rise(maxAcceleration, gain, a0 + a1),
    to: Number.POSITIVE_INFINITY,
  };
  if (!(a0 * a1 > 0)) return [main];
  const side = a0 > 0 ? 1 : -1;
  const spread = Math.abs(a0 * a0 - a1 * a1) / 2;
  const valley = mean - side * gain;
  if (!(side * gain >= spread - rounding && valley >= -rounding)) return [main];
  const from = rise(side > 0 ? maxAcceleration : maxDeceleration, side * gain, side * (a0 + a1));
  const to = (side * (a0 + a1) - 2 * Math.sqrt(Math.max(0, valley))) / jerk;
  return [{ from, to: Math.max(from, to) }, main];
}

/** Returns the weighted mean of both extremal motions, with `share` of the furthest one. */
function blendExtremes(start: AxisState, upper: ExtremalFamily, lower: ExtremalFamily, share: number): JerkProfile {
  const durations: number[] = [];
  const jerks: number[] = [];
  const { jerk } = upper;
  let high = 0;
  let low = 0;
  let highLeft = upper.phases[0] ?? 0;
  let lowLeft = lower.phases[0] ?? 0;
  while (high < 7 && low < 7) {
    const h = share === 1 ? highLeft : share === 0 ? lowLeft : Math.min(highLeft, lowLeft);
    if (h > 0) {
      durations.push(h);
      jerks.push(jerk * (share * (PATTERN[high] ?? 0) - (1 - share) * (PATTERN[low] ?? 0)));
    }
    highLeft -= share === 0 ? 0 : h;
    lowLeft -= share === 1 ? 0 : h;
    if (share > 0 && highLeft <= 0) highLeft = upper.phases[++high] ?? 0;
    if (share < 1 && lowLeft <= 0) lowLeft = lower.phases[++low] ?? 0;
  }
  return { start, durations, jerks };
}
