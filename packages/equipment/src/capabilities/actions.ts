import { equipmentLiveStateSchema, ioLevelSchema, type SensorInterface } from '@cellwright/domain';
import * as z from 'zod';
import type { CommandedCapability, CommandedDevice } from './capability.ts';

/** One action of a device, by its id or its name. */
export const actionCommandSchema = z.object({ action: z.string().min(1).max(200) });
export type ActionCommand = z.infer<typeof actionCommandSchema>;

/** What a sensor says: a level, or a quantity. */
const sensorValueSchema = z.union([ioLevelSchema, z.number()]);
export type SensorValue = z.infer<typeof sensorValueSchema>;

const sensorReadingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Absent until the device has answered for it. */
  value: sensorValueSchema.optional(),
  /** What the device calls that level. */
  valueName: z.string().optional(),
  /** Of a quantity: 'N'. */
  unit: z.string().optional(),
  /** Why this one is not known while others are. */
  problem: z.string().optional(),
});
export type SensorReading = z.infer<typeof sensorReadingSchema>;

/** The sensors of the device when the action ended. */
export const actionOutcomeSchema = z.object({ sensors: z.array(sensorReadingSchema) });
export type ActionOutcome = z.infer<typeof actionOutcomeSchema>;

/** The sensors of a device with actions, as last read, in the order of its configuration. */
export const actionsLiveStateSchema = equipmentLiveStateSchema.extend({
  sensors: z.array(sensorReadingSchema).default([]),
});

interface Named {
  readonly id: string;
  readonly name: string;
}
export interface NamedAction extends Named {
  /** Its name is a word of the contract, which a page says in its language; else it is one that a person gave. */
  readonly isWord?: boolean;
}
export interface ActionsDescription {
  /** Over what its sensors are read. */
  readonly sensorKind: SensorInterface['kind'];
  readonly actions: readonly NamedAction[];
  readonly sensors: readonly Named[];
}

/** What a test or a simulated cell does to a simulated device with actions. */
export interface SimulatedActions {
  /** Makes a sensor say something else, as the device itself would. A sensor of another sort is left as it is. */
  setSensor(id: string, value: SensorValue): void;
  /** Every output that was told, oldest first: the oracle of the fault tests. */
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

/** The one that an id or, where no id is such, a name means. */
export function findNamed<Item extends Named>(items: readonly Item[], wanted: string): Item | undefined {
  return items.find(({ id }) => id === wanted) ?? items.find(({ name }) => name === wanted);
}
