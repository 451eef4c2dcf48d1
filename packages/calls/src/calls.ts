import { getDeviceState, getRehearsal, probeRegisters, rehearseFaults } from './equipment/devices.ts';
import type { CallDefinition, CallOwner } from './framework/definition.ts';
import { changePassword, changePin, endSession, listSessions, signOut } from './identity/account.ts';
import { listAudit, verifyAudit } from './identity/audit-log.ts';
import { createToken, issueApiToken, openControlPanel, rotateSigningKeys } from './identity/tokens.ts';
import { createResetLink, createSetUpLink, inviteUser } from './identity/users.ts';
import { createFromTemplate, duplicateRoutine } from './library/copy-routine.ts';
import { describeChanges } from './library/describe-changes.ts';
import { exportRoutine } from './library/export-routine.ts';
import { importRoutine } from './library/import-routine.ts';
import { uploadMesh } from './library/upload-mesh.ts';
import { validateRoutine, validateRoutineFile } from './library/validate-routine.ts';

/** All calls, by the service that answers them. The key is the name of the call. */
export const callsOf = {
  equipment: { getDeviceState, getRehearsal, probeRegisters, rehearseFaults },
  identity: {
    changePassword,
    changePin,
    createResetLink,
    createSetUpLink,
    createToken,
    endSession,
    inviteUser,
    issueApiToken,
    listAudit,
    listSessions,
    openControlPanel,
    rotateSigningKeys,
    signOut,
    verifyAudit,
  },
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
