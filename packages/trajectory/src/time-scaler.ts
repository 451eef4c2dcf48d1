import { planVelocityRamp, sampleRamp } from './axis/velocity-ramp.ts';
import { TrajectorySampler } from './sample.ts';
import type { JointSample, Trajectory } from './trajectory.ts';
import { createSample } from './trajectory.ts';

/** Limits of the change of rate when the override changes or motion resumes: 1/s² and 1/s³. */
export interface RateLimits {
  readonly acceleration: number;
  readonly jerk: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = { acceleration: 4, jerk: 40 };

/** Joint decelerations of the default arm for every stop, rad/s²; data of the arm model, apart from its motion limits. */
export const DEFAULT_STOP_DECELERATIONS: readonly number[] = [12, 12, 13, 17, 17, 17];

export interface TimeScalerOptions {
  /** Maximum deceleration per joint, rad/s²; slowing down uses it fully. */
  readonly stopDecelerations: readonly number[];
  /** Maximum acceleration per joint while speeding up, rad/s². The stop decelerations when absent. */
  readonly accelerations?: readonly number[];
  readonly rateLimits?: RateLimits;
  /** Rate at the start, 0..1; a trajectory that starts at rest may start at its override. Default 0. */
  readonly initialRate?: number;
}

/** Command to the arm at the end of a tick: the trajectory at path time, with derivatives by real time. */
export interface ScaledSample extends JointSample {
  /** Seconds along the trajectory. */
  pathTime: number;
  /** Path seconds per second, 0..1. */
  rate: number;
  /** 1/s². */
  rateAcceleration: number;
  /** True if the end of the trajectory is reached. */
  finished: boolean;
  /** True if nothing moves: the rate is 0, or the end is reached. */
  standstill: boolean;
}

const SETTLED = 1e-12;
/** rad/s². */
const LIMIT_ROUNDING = 1e-6;
const TRIALS = 24;

/**
 * Drives a trajectory at a rate between 0 and 1 of its own time, so that at any rate the arm stays on the path and
 * never goes back. Changes of the override are jerk-limited in path time; `stop` applies, tick by tick, the largest
 * deceleration along the path that keeps |q''·τ̇² + q'·τ̈| of every joint within its stop deceleration.
 */
export class TimeScaler {
  readonly duration: number;
  private readonly sampler: TrajectorySampler;
  private readonly slowing: readonly number[];
  private readonly speeding: readonly number[];
  private readonly rateLimits: RateLimits;
  private readonly out: ScaledSample;
  private readonly ramped = { velocity: 0, acceleration: 0 };
  private readonly current: JointSample;
  private readonly ahead: JointSample;
  private pathTime = 0;
  private rate: number;
  private rateAcceleration = 0;

  constructor(trajectory: Trajectory, options: TimeScalerOptions) {
    this.sampler = new TrajectorySampler(trajectory);
    this.duration = this.sampler.duration;
    this.slowing = options.stopDecelerations;
    this.speeding = options.accelerations ?? options.stopDecelerations;
    this.rateLimits = options.rateLimits ?? DEFAULT_RATE_LIMITS;
    this.rate = clampRate(options.initialRate ?? 0);
    this.current = createSample(this.sampler.jointCount);
    this.ahead = createSample(this.sampler.jointCount);
    const { positions, velocities, accelerations } = createSample(this.sampler.jointCount);
    const state = { pathTime: 0, rate: this.rate, rateAcceleration: 0, finished: false, standstill: false };
    this.out = { positions, velocities, accelerations, ...state };
    this.sampler.sample(0, this.current);
    this.publish(0);
  }

  /** Returns the state after the last step; the same object every time. */
  get state(): Readonly<ScaledSample> {
    return this.out;
  }

  /** Returns the remaining seconds of path time. */
  get remaining(): number {
    return this.duration - this.pathTime;
  }

  /**
   * Advances by `dt` seconds towards an override of 0..1 (jerk-limited; 0 pauses and is not a fault), or to a
   * standstill as fast as the stop decelerations allow. Returns the state at the end of the tick; the object is reused.
   */
  step(dt: number, command: number | 'stop'): Readonly<ScaledSample> {
    if (!(dt > 0) || this.out.finished) return this.out;
    const wanted = command === 'stop' ? -this.rate / dt : this.followOverride(dt, clampRate(command));
    const acceleration = this.limit(wanted, dt);
    if (command === 'stop' || acceleration !== wanted) this.rateAcceleration = acceleration;
    const rate = this.rate + acceleration * dt;
    this.pathTime = Math.min(this.duration, this.pathTime + (dt * (this.rate + rate)) / 2);
    this.rate = rate < SETTLED ? 0 : Math.min(1, rate);
    if (this.rate === 0 && acceleration <= 0) this.rateAcceleration = 0;
    this.sampler.sample(this.pathTime, this.current);
    this.publish(acceleration);
    return this.out;
  }

  /** Returns the mean rate acceleration of this tick on the fastest jerk-limited way to `target`. */
  private followOverride(dt: number, target: number): number {
    const { acceleration: most, jerk } = this.rateLimits;
    const start = Math.max(this.rateAcceleration, -Math.min(most, Math.sqrt(2 * jerk * this.rate)));
    const ramp = planVelocityRamp(this.rate, start, target, {
      maxAcceleration: most,
      minAcceleration: -most,
      jerk,
    });
    sampleRamp(ramp, this.rate, start, dt, this.ramped);
    const arrived = Math.abs(this.ramped.velocity - target) < SETTLED && Math.abs(this.ramped.acceleration) < 1e-9;
    this.rateAcceleration = arrived ? 0 : this.ramped.acceleration;
    return ((arrived ? target : Math.max(0, this.ramped.velocity)) - this.rate) / dt;
  }

  /** Returns the rate acceleration nearest to `wanted` that every joint allows at both ends of the tick. */
  private limit(wanted: number, dt: number): number {
    if (wanted === 0) return 0;
    let candidate = nearerToZero(wanted, this.boundAt(this.current, this.rate, wanted));
    let refused = candidate;
    for (let trial = 0; trial < TRIALS; trial++) {
      const rate = this.rate + candidate * dt;
      this.sampler.sample(this.pathTime + (dt * (this.rate + rate)) / 2, this.ahead);
      const bound = this.boundAt(this.ahead, rate, wanted);
      if (Math.abs(bound) >= Math.abs(candidate) * (1 - 1e-12)) return candidate;
      refused = candidate;
      candidate = trial < 4 ? bound : refused / 2;
    }
    return 0;
  }

  /**
   * Returns the furthest rate acceleration in the direction of `wanted` with every |q''·τ̇² + q'·τ̈| within its limit.
   */
  private boundAt(sample: JointSample, rate: number, wanted: number): number {
    const limits = wanted < 0 ? this.slowing : this.speeding;
    let bound = Number.POSITIVE_INFINITY;
    for (let joint = 0; joint < sample.velocities.length; joint++) {
      const along = wanted < 0 ? -(sample.velocities[joint] ?? 0) : (sample.velocities[joint] ?? 0);
      const curvature = (sample.accelerations[joint] ?? 0) * rate * rate;
      const limit = limits[joint] ?? Number.POSITIVE_INFINITY;
      const room = along > 0 ? limit - curvature : limit + curvature;
      // A joint that the trajectory itself drives beyond its limit is ignored: it would keep the arm from stopping.
      if (along !== 0 && room > -LIMIT_ROUNDING) bound = Math.min(bound, Math.max(0, room) / Math.abs(along));
    }
    return wanted < 0 ? -bound : bound;
  }

  private publish(acceleration: number): void {
    const { current, out, rate } = this;
    for (let joint = 0; joint < current.positions.length; joint++) {
      const velocity = current.velocities[joint] ?? 0;
      out.positions[joint] = current.positions[joint] ?? 0;
      out.velocities[joint] = velocity * rate;
      out.accelerations[joint] = (current.accelerations[joint] ?? 0) * rate * rate + velocity * acceleration;
    }
    out.pathTime = this.pathTime;
    out.rate = rate;
    out.rateAcceleration = acceleration;
    out.finished = this.pathTime >= this.duration;
    out.standstill = rate === 0 || out.finished;
  }
}

function clampRate(rate: number): number {
  return rate >= 0 ? Math.min(1, rate) : 0;
}

function nearerToZero(a: number, b: number): number {
  return Math.abs(a) <= Math.abs(b) ? a : b;
}
