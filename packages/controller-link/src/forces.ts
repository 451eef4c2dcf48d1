import type { SimulatedFault } from '@cellwright/domain';

/** N·m for each joint; empty for no limit. */
export interface ForceLimits {
  /** What payload and tool may ask of a joint. */
  readonly maxTorques: readonly number[];
  /** What beyond the expected torque counts as a collision. */
  readonly collisionThresholds: readonly number[];
}

/** What a simulated arm is made to suffer. */
export interface FaultRequest {
  readonly fault: SimulatedFault;
  /** 0…5: what it is about, where it is about a joint. */
  readonly joint: number;
  /** How far beyond its limit, rad, or the torque of a contact, N·m: positive is met by moving the joint on. */
  readonly size: number;
}
