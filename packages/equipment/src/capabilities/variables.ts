import {
  equipmentLiveStateSchema,
  runnerStateKindSchema,
  storedValueSchema,
  type VariableValue,
} from '@cellwright/domain';
import * as z from 'zod';
import type { Capability } from './capability.ts';

/** A variable of another cell: what it holds in the run that is loaded there, else what it begins with. */
const cellVariableSchema = z.object({ id: z.string(), name: z.string(), value: storedValueSchema });
export type CellVariable = z.infer<typeof cellVariableSchema>;

export const variablesLiveStateSchema = equipmentLiveStateSchema.extend({
  /** By name; none while there is no connection. */
  variables: z.array(cellVariableSchema).default([]),
  /** What the live robot there does; absent while that is not known. */
  robotState: runnerStateKindSchema.optional(),
});
export type VariablesLiveState = z.infer<typeof variablesLiveStateSchema>;

export interface VariablesDevice {
  /** As last read; none while there is no connection: what is old is not told. */
  list(): readonly CellVariable[];
}

/** What is told of the variables is not known before the device was asked. */
export type VariablesDescription = Readonly<Record<never, never>>;

/** What a test or a simulated cell does to a simulated device with variables. */
export interface SimulatedVariables {
  /** Gives a variable a value to begin with, and makes it where there is none of the name. */
  put(name: string, initialValue: VariableValue): void;
  /** What the run that is loaded there holds, by name of the variable; undefined ends the run. */
  run(values: Readonly<Record<string, VariableValue>> | undefined): void;
}

export const variablesCapability: Capability<VariablesDevice, VariablesDescription, SimulatedVariables> = {
  label: 'device with variables',
};
