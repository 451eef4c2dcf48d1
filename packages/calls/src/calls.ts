import type { CallDefinition, CallOwner } from './framework/definition.ts';
import { createFromTemplate, duplicateRoutine } from './library/copy-routine.ts';
import { describeChanges } from './library/describe-changes.ts';
import { exportRoutine } from './library/export-routine.ts';
import { importRoutine } from './library/import-routine.ts';
import { uploadMesh } from './library/upload-mesh.ts';
import { validateRoutine, validateRoutineFile } from './library/validate-routine.ts';

/** All calls, by the service that answers them. The key is the name of the call. */
export const callsOf = {
  library: {
    createFromTemplate,
    describeChanges,
    duplicateRoutine,
    exportRoutine,
    importRoutine,
    uploadMesh,
    validateRoutine,
    validateRoutineFile,
  },
} as const satisfies { readonly [Owner in CallOwner]: Readonly<Record<string, CallDefinition>> };

export type CallsOf<Owner extends CallOwner> = (typeof callsOf)[Owner];

export const allCalls: readonly CallDefinition[] = Object.values(callsOf).flatMap((calls) => Object.values(calls));

export function findCall(name: string): CallDefinition | undefined {
  return allCalls.find((call) => call.name === name);
}
