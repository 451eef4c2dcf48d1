import type { JointAngles, SafetyRules } from '@cellwright/domain/robot';
import type { Trajectory } from '@cellwright/trajectory';

export const zeros: JointAngles = [0, 0, 0, 0, 0, 0];

export interface FakeLogEntry {
  readonly at: number;
  readonly kind: 'motionStarted' | 'stopStarted' | 'standstill' | 'output' | 'brakes' | 'refused';
  readonly detail: string;
  readonly epoch: number;
}

/** Safety rules of a new cell. */
export const noSafetyRules: SafetyRules = { version: 1, inputSafeguardRules: [], outputSafeguardRules: [] };

/** A trajectory under way. */
export interface Drive {
  readonly id: string;
  readonly trajectory: Trajectory;
  readonly duration: number;
  readonly contactForce: number;
  pathTime: number;
  rate: number;
}
