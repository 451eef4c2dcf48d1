import { jointCount } from '@cellwright/domain';
import { planVelocityRamp } from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';
import { followRamp, type JointMotion, reachOfRamp } from './ramp-motion.ts';

/** Room kept to the position limits, rad: rounding must not cross them. */
const limitMargin = 1e-6;
/** Slower than this is rest, rad/s and rad/s². */
const restSpeed = 1e-9;

interface Braking {
  elapsed: number;
  readonly from: readonly Readonly<JointMotion>[];
  /** Seconds each joint takes to stand. */
  readonly durations: readonly number[];
}

/**
 * Lets the joints follow commanded velocities (jog, guided mode) within velocity, acceleration and jerk limits, always
 * able to stand before a position limit. `brake` is the stop: straight on, all joints together.
 */
export class VelocityDrive {
  readonly kind = 'velocity';
  readonly positions: number[];
  readonly velocities: number[];
  private readonly arm: ArmSetup;
  private readonly joints: JointMotion[];
  private target: readonly number[] = new Array<number>(jointCount).fill(0);
  private braking: Braking | undefined;

  constructor(arm: ArmSetup, positions: readonly number[]) {
    this.arm = arm;
    this.joints = positions.map((position) => ({ position, velocity: 0, acceleration: 0 }));
    this.positions = [...positions];
    this.velocities = new Array<number>(jointCount).fill(0);
  }

  /** True when nothing moves and nothing is asked to. */
  get isAtRest(): boolean {
    return this.isStanding && this.target.every((velocity) => velocity === 0);
  }

  get isStanding(): boolean {
    return this.joints.every(
      ({ velocity, acceleration }) => Math.abs(velocity) <= restSpeed && Math.abs(acceleration) <= restSpeed,
    );
  }

  /** rad/s; more than a joint's limit is its limit. */
  setTarget(velocities: readonly number[]): void {
    this.target = velocities.map((velocity, joint) => {
      const limit = this.arm.limits.velocity[joint] ?? 0;
      return Math.min(Math.max(velocity, -limit), limit);
    });
  }

  /** Towards the target. */
  follow(dt: number): void {
    this.joints.forEach((from, joint) => {
      const towards = this.approach(from, joint, this.target[joint] ?? 0, dt);
      const next = this.staysInside(towards, from, joint) ? towards : this.approach(from, joint, 0, dt);
      if (Math.abs(next.velocity) <= restSpeed && Math.abs(next.acceleration) <= restSpeed) {
        next.velocity = 0;
        next.acceleration = 0;
      }
      this.joints[joint] = next;
    });
    this.publish();
  }

  /** To a standstill with the stop decelerations. */
  brake(dt: number): void {
    this.braking ??= this.planBraking();
    const { from, durations } = this.braking;
    this.braking.elapsed += dt;
    const elapsed = this.braking.elapsed;
    from.forEach((start, joint) => {
      const duration = durations[joint] ?? 0;
      const t = Math.min(elapsed, duration);
      const deceleration = duration > 0 ? start.velocity / duration : 0;
      const isOver = elapsed >= duration;
      this.joints[joint] = {
        position: start.position + t * (start.velocity - (deceleration * t) / 2),
        velocity: isOver ? 0 : start.velocity - deceleration * t,
        acceleration: isOver ? 0 : -deceleration,
      };
    });
    this.publish();
  }

  /**
   * All joints stand after the time the slowest needs, so the arm goes straight on in joint space; a joint with less
   * room than that to its limit stands sooner.
   */
  private planBraking(): Braking {
    const from = this.joints.map((joint) => ({ ...joint }));
    const shortest = from.map(({ velocity }, joint) => Math.abs(velocity) / (this.arm.stopDecelerations[joint] ?? 1));
    const together = Math.max(...shortest);
    const durations = from.map(({ position, velocity }, joint) => {
      if (velocity === 0) return 0;
      const { lower, upper } = this.arm.limits;
      const limit = velocity > 0 ? (upper[joint] ?? position) : (lower[joint] ?? position);
      const room = Math.max(0, Math.abs(limit - position) - limitMargin / 2);
      return Math.max(shortest[joint] ?? 0, Math.min(together, (2 * room) / Math.abs(velocity)));
    });
    return { elapsed: 0, from, durations };
  }

  private rampTo(from: Readonly<JointMotion>, joint: number, velocity: number) {
    const acceleration = this.arm.limits.acceleration[joint] ?? 0;
    return planVelocityRamp(from.velocity, from.acceleration, velocity, {
      maxAcceleration: acceleration,
      minAcceleration: -acceleration,
      jerk: this.arm.limits.jerk[joint] ?? 0,
    });
  }

  private approach(from: Readonly<JointMotion>, joint: number, velocity: number, dt: number): JointMotion {
    return followRamp(this.rampTo(from, joint, velocity), from, dt);
  }

  /** Whether the joint, once there, can still stand within its limits; outside them it may only come back. */
  private staysInside(next: Readonly<JointMotion>, from: Readonly<JointMotion>, joint: number): boolean {
    const { lowest, highest } = reachOfRamp(this.rampTo(next, joint, 0), next);
    const lower = (this.arm.limits.lower[joint] ?? 0) + limitMargin;
    const upper = (this.arm.limits.upper[joint] ?? 0) - limitMargin;
    return lowest >= Math.min(lower, from.position) && highest <= Math.max(upper, from.position);
  }

  private publish(): void {
    this.joints.forEach(({ position, velocity }, joint) => {
      this.positions[joint] = position;
      this.velocities[joint] = velocity;
    });
  }
}
