import type { CallDefinition, CallOwner } from './framework/definition.ts';
import { describeChanges } from './library/describe-changes.ts';
import { validateRoutine, validateRoutineFile } from './library/validate-routine.ts';

/** All calls, by the service that answers them. The key is the name of the call. */
export const callsOf = {
  library: { describeChanges, validateRoutine, validateRoutineFile },
} as const satisfies { readonly [Owner in CallOwner]: Readonly<Record<string, CallDefinition>> };

export type CallsOf<Owner extends CallOwner> = (typeof callsOf)[Owner];

export const allCalls: readonly CallDefinition[] = Object.values(callsOf).flatMap((calls) => Object.values(calls));

export function findCall(name: string): CallDefinition | undefined {
  return allCalls.find((call) => call.name === name);
}
