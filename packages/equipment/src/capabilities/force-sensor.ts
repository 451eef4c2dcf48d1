import type { Vec3 } from '@cellwright/geometry';
import * as z from 'zod';
import { actionsLiveStateSchema, type SensorReading } from './actions.ts';
import type { Capability } from './capability.ts';

/** What presses on a force sensor, in the sensor's frame, less what pressed when it was set to zero. */
export interface Wrench {
  /** N. */
  readonly force: Vec3;
  /** N·m. */
  readonly torque: Vec3;
}

/** One measurement, or why there is none: a sentence for the operator, without its full stop. */
export type ForceSample = ({ readonly ok: true } & Wrench) | { readonly ok: false; readonly problem: string };

export interface ForceSensorDevice {
  /**
   * Calls the listener with every measurement from now on, some fifty a second while anybody listens, and once with the
   * reason when the device is closed; the returned function ends that.
   */
  follow(listener: (sample: ForceSample) => void): () => void;
}

export interface ForceSensorDescription {
  /** N and N·m, each axis: what it is built for. */
  readonly forceRange: number;
  readonly torqueRange: number;
  /** The action that sets its readings to zero. */
  readonly zeroAction: string;
}

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]);

/** Beside the vectors stands each of their parts as a sensor: that is how conditions and screens read them. */
export const forceSensorLiveStateSchema = actionsLiveStateSchema.extend({
  /** N; absent until the device has answered. */
  force: vectorSchema.optional(),
  /** N·m. */
  torque: vectorSchema.optional(),
});
export type ForceSensorLiveState = z.infer<typeof forceSensorLiveStateSchema>;

/** What a test or a simulated cell does to a simulated force sensor. */
export interface SimulatedForceSensor {
  /** Something presses on it from now on, whatever the arm does; its zero stays. N and N·m, in the sensor's frame. */
  press(wrench: Wrench): void;
}

export const forceSensorCapability: Capability<ForceSensorDevice, ForceSensorDescription, SimulatedForceSensor> = {
  label: 'force sensor',
};

const axes = ['x', 'y', 'z'] as const;

/** Every quantity that a force sensor offers to conditions, by id and name. */
export const forceSensors = [
  { id: 'force', name: 'Force', unit: 'N' },
  ...axes.map((axis) => ({ id: `force${axis.toUpperCase()}`, name: `Force ${axis}`, unit: 'N' })),
  ...axes.map((axis) => ({ id: `torque${axis.toUpperCase()}`, name: `Torque ${axis}`, unit: 'Nm' })),
] as const;

/** The readings of `forceSensors`, in their order; without values while nothing was measured. */
export function forceReadings(wrench: Wrench | undefined): SensorReading[] {
  const values = wrench && [roundedSize(wrench.force), ...wrench.force, ...wrench.torque];
  return forceSensors.map((sensor, index) => ({ ...sensor, value: values?.[index] }));
}

/** To the hundredth: more digits than a sensor has. */
function roundedSize(force: Vec3): number {
  return Math.round(Math.hypot(...force) * 100) / 100;
}
