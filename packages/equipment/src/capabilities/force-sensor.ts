import type { Vec3 } from '@cellwright/geometry';
import * as z from 'zod';
import { actionsLiveStateSchema, type SensorReading } from './actions.ts';
import type { Capability } from './capability.ts';

/** Load on a force sensor in the sensor's frame, relative to the load when it was zeroed. */
export interface Wrench {
  /** N. */
  readonly force: Vec3;
  /** N·m. */
  readonly torque: Vec3;
}

/** One measurement, or the reason why there is none: a sentence for the operator, without its full stop. */
export type ForceSample = ({ readonly ok: true } & Wrench) | { readonly ok: false; readonly problem: string };

export interface ForceSensorDevice {
  /**
   * Calls the listener with every measurement from now on, about fifty per second while a listener exists, and once
   * with the reason when the device is closed; the returned function ends that.
   */
  follow(listener: (sample: ForceSample) => void): () => void;
}

export interface ForceSensorDescription {
  /** Nominal range per axis, N and N·m. */
  readonly forceRange: number;
  readonly torqueRange: number;
  /** Action that zeroes its readings. */
  readonly zeroAction: string;
}

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]);

/** Each component of the vectors is also a sensor, for conditions and screens. */
export const forceSensorLiveStateSchema = actionsLiveStateSchema.extend({
  /** N; absent until the device has answered. */
  force: vectorSchema.optional(),
  /** N·m. */
  torque: vectorSchema.optional(),
});
export type ForceSensorLiveState = z.infer<typeof forceSensorLiveStateSchema>;

/** Controls of a simulated force sensor, for tests and simulated cells. */
export interface SimulatedForceSensor {
  /** Applies a load from now on, whatever the arm does; its zero does not change. N and N·m, in the sensor's frame. */
  press(wrench: Wrench): void;
}

export const forceSensorCapability: Capability<ForceSensorDevice, ForceSensorDescription, SimulatedForceSensor> = {
  label: 'force sensor',
};

const axes = ['x', 'y', 'z'] as const;

/** Every quantity that a force sensor provides to conditions, by id and name. */
export const forceSensors = [
  { id: 'force', name: 'Force', unit: 'N' },
  ...axes.map((axis) => ({ id: `force${axis.toUpperCase()}`, name: `Force ${axis}`, unit: 'N' })),
  ...axes.map((axis) => ({ id: `torque${axis.toUpperCase()}`, name: `Torque ${axis}`, unit: 'Nm' })),
] as const;

/** Returns the readings of `forceSensors` in their order; without values if nothing was measured. */
export function forceReadings(wrench: Wrench | undefined): SensorReading[] {
  const values = wrench && [roundedSize(wrench.force), ...wrench.force, ...wrench.torque];
  return forceSensors.map((sensor, index) => ({ ...sensor, value: values?.[index] }));
}

/** Rounds to hundredths, the resolution of a sensor. */
function roundedSize(force: Vec3): number {
  return Math.round(Math.hypot(...force) * 100) / 100;
}
