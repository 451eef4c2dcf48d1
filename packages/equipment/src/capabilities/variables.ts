import type { VariableValue } from '@cellwright/domain/basics';
import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { runnerStateKindSchema } from '@cellwright/domain/robot';
import { storedValueSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { Capability } from './capability.ts';

/** A variable of another cell: its value in the run that is loaded there, else its initial value. */
const cellVariableSchema = z.object({ id: z.string(), name: z.string(), value: storedValueSchema });
export type CellVariable = z.infer<typeof cellVariableSchema>;

export const variablesLiveStateSchema = equipmentLiveStateSchema.extend({
  /** Sorted by name; empty while there is no connection. */
  variables: z.array(cellVariableSchema).default([]),
  /** State of the live robot there; absent while it is unknown. */
  robotState: runnerStateKindSchema.optional(),
});
export type VariablesLiveState = z.infer<typeof variablesLiveStateSchema>;

export interface VariablesDevice {
  /**
   * Returns the variables of the last reading; empty while there is no connection, because stale values are not shown.
   */
  list(): readonly CellVariable[];
}

/** The variables are unknown before the device has answered, so there is nothing to describe. */
export type VariablesDescription = Readonly<Record<never, never>>;

/** Controls of a simulated device with variables, for tests and simulated cells. */
export interface SimulatedVariables {
  /** Sets the initial value of a variable, and creates it if the name is new. */
  put(name: string, initialValue: VariableValue): void;
  /** Sets the values in the run that is loaded there, by variable name; undefined ends the run. */
  run(values: Readonly<Record<string, VariableValue>> | undefined): void;
}

export const variablesCapability: Capability<VariablesDevice, VariablesDescription, SimulatedVariables> = {
  label: 'device with variables',
};
