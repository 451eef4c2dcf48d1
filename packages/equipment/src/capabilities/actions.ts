import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { ioLevelSchema } from '@cellwright/domain/robot';
import type { SensorInterface } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { CommandedCapability, CommandedDevice } from './capability.ts';

/** One action of a device, by its id or its name. */
export const actionCommandSchema = z.object({ action: z.string().min(1).max(200) });
export type ActionCommand = z.infer<typeof actionCommandSchema>;

/** Reading of a sensor: a level or a quantity. */
export const sensorValueSchema = z.union([ioLevelSchema, z.number()]);
export type SensorValue = z.infer<typeof sensorValueSchema>;

const sensorReadingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Absent until the device has answered for this sensor. */
  value: sensorValueSchema.optional(),
  /** Name of that level on the device. */
  valueName: z.string().optional(),
  /** Unit of a quantity: 'N'. */
  unit: z.string().optional(),
  /** Reason why this sensor cannot be read while others can. */
  problem: z.string().optional(),
});
export type SensorReading = z.infer<typeof sensorReadingSchema>;

/** Sensors of the device when the action ended. */
export const actionOutcomeSchema = z.object({ sensors: z.array(sensorReadingSchema) });
export type ActionOutcome = z.infer<typeof actionOutcomeSchema>;

/** Sensors of a device with actions at the last reading, in the order of its configuration. */
export const actionsLiveStateSchema = equipmentLiveStateSchema.extend({
  sensors: z.array(sensorReadingSchema).default([]),
});

interface Named {
  readonly id: string;
  readonly name: string;
}
export interface NamedAction extends Named {
  /** True if its name is a word of the contract, which pages translate; otherwise a user chose the name. */
  readonly isWord?: boolean;
}
export interface ActionsDescription {
  /** Interface over which its sensors are read. */
  readonly sensorKind: SensorInterface['kind'];
  readonly actions: readonly NamedAction[];
  readonly sensors: readonly Named[];
}

/** Controls of a simulated device with actions, for tests and simulated cells. */
export interface SimulatedActions {
  /** Changes the reading of a sensor, as the device itself would. A sensor of another type is not changed. */
  setSensor(id: string, value: SensorValue): void;
  /** Every output that was commanded, oldest first; the fault tests compare with it. */
  readonly commands: readonly SimulatedActionOutput[];
}
export interface SimulatedActionOutput {
  /** 'Output 1', 'holdingRegister 4', 'macro 600'. */
  readonly place: string;
  readonly value: number;
  readonly at: number;
}

export type ActionsDevice = CommandedDevice<ActionCommand, ActionOutcome>;

export const actionsCapability: CommandedCapability<
  ActionCommand,
  ActionOutcome,
  ActionsDescription,
  SimulatedActions
> = {
  label: 'device with actions',
  command: actionCommandSchema,
  outcome: actionOutcomeSchema,
  failureKind: 'ExecutionFailure',
  deadlineMS: 15_000,
  example: {
    command: { action: 'clamp' },
    outcome: { sensors: [{ id: 'sensor_closed', name: 'Closed', value: 'high', valueName: 'High' }] },
  },
};

/** Finds an item by id, or by name if no id matches. */
export function findNamed<Item extends Named>(items: readonly Item[], wanted: string): Item | undefined {
  return items.find(({ id }) => id === wanted) ?? items.find(({ name }) => name === wanted);
}
