import { jointCount } from '@cellwright/domain/robot';
import { atRest, JogFollower, type JointSample } from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';

/** Margin to the position limits, rad, so that rounding does not cross them. */
const limitMargin = 1e-9;

interface Braking {
  elapsed: number;
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  /** Seconds that each joint needs to stop. */
  readonly durations: readonly number[];
}

/**
 * Makes the joints follow commanded velocities (jog, guided mode) within velocity, acceleration and jerk limits, always
 * able to stop before a position limit. `brake` stops along a straight line, all joints together.
 */
export class VelocityDrive {
  private readonly arm: ArmSetup;
  private readonly follower: JogFollower;
  private sample: Readonly<JointSample>;
  private target: readonly number[] = new Array<number>(jointCount).fill(0);
  private braking: Braking | undefined;

  constructor(arm: ArmSetup, positions: readonly number[]) {
    this.arm = arm;
    const lower = arm.limits.lower.map((limit) => limit + limitMargin);
    const upper = arm.limits.upper.map((limit) => limit - limitMargin);
    this.follower = new JogFollower(atRest(positions), { ...arm.limits, lower, upper });
    this.sample = this.follower.step(0, this.target);
  }

  get positions(): readonly number[] {
    return this.sample.positions;
  }

  get velocities(): readonly number[] {
    return this.sample.velocities;
  }

  /** True if nothing moves and the target is zero. */
  get isAtRest(): boolean {
    return this.isStanding && this.target.every((velocity) => velocity === 0);
  }

  get isStanding(): boolean {
    return this.sample.velocities.every((v) => v === 0) && this.sample.accelerations.every((a) => a === 0);
  }

  /** Sets the target, rad/s; values beyond a joint's limit are clamped. */
  setTarget(velocities: readonly number[]): void {
    this.target = velocities;
  }

  /** Moves on towards the target. */
  follow(dt: number): void {
    this.sample = this.follower.step(dt, this.target);
  }

  /** Stops with the stop decelerations; `follow` has no effect afterwards. */
  brake(dt: number): void {
    this.braking ??= this.planBraking();
    this.braking.elapsed += dt;
    const { elapsed, positions, velocities, durations } = this.braking;
    const next: JointSample = { positions: [], velocities: [], accelerations: [] };
    positions.forEach((position, joint) => {
      const velocity = velocities[joint] ?? 0;
      const duration = durations[joint] ?? 0;
      const time = Math.min(elapsed, duration);
      const deceleration = duration > 0 ? velocity / duration : 0;
      const isOver = elapsed >= duration;
      next.positions.push(position + time * (velocity - (deceleration * time) / 2));
      next.velocities.push(isOver ? 0 : velocity - deceleration * time);
      next.accelerations.push(isOver ? 0 : -deceleration);
    });
    this.sample = next;
  }

  /**
   * Plans braking: all joints stop at the same time as the slowest, so the arm moves straight on in joint space; a
   * joint with less room to its limit stops sooner.
   */
  private planBraking(): Braking {
    const positions = [...this.sample.positions];
    const velocities = [...this.sample.velocities];
    const shortest = velocities.map((velocity, joint) => Math.abs(velocity) / (this.arm.stopDecelerations[joint] ?? 1));
    const together = Math.max(...shortest);
    const durations = velocities.map((velocity, joint) => {
      if (velocity === 0) return 0;
      const position = positions[joint] ?? 0;
      const { lower, upper } = this.arm.limits;
      const limit = velocity > 0 ? (upper[joint] ?? position) : (lower[joint] ?? position);
      const room = Math.max(0, Math.abs(limit - position) - limitMargin);
      return Math.max(shortest[joint] ?? 0, Math.min(together, (2 * room) / Math.abs(velocity)));
    });
    return { elapsed: 0, positions, velocities, durations };
  }
}
