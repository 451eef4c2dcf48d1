import type { SimulatedFault } from '@cellwright/domain/robot';

/** Torques per joint, N·m; empty for no limit. */
export interface ForceLimits {
  /** Maximum torques for payload and tool. */
  readonly maxTorques: readonly number[];
  /** Excess over the expected torque that counts as a collision. */
  readonly collisionThresholds: readonly number[];
}

/** A fault to inject into a simulated arm. */
export interface FaultRequest {
  readonly fault: SimulatedFault;
  /** Affected joint, 0…5, if the fault is about a joint. */
  readonly joint: number;
  /** Excess over the limit, rad, or torque of a contact, N·m: a positive one opposes positive motion of the joint. */
  readonly size: number;
}
