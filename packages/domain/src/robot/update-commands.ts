/** The software update as a client of the simulated robot, while it tests a new build. */
export const updateClient = { id: 'software-update', name: 'Software update' } as const;

/** Messages to the session of the simulated robot that a software update sends. */
export const updateCommands = [
  'takeOverControl',
  'controlHeartbeat',
  'releaseControl',
  'setBrakes',
  'loadRoutine',
  'unloadRoutine',
  'playRoutine',
  'stop',
] as const;
export type UpdateCommand = (typeof updateCommands)[number];

const commands: ReadonlySet<string> = new Set(updateCommands);

export function isUpdateCommand(kind: string): boolean {
  return commands.has(kind);
}

/** Id of the built-in test routine, which every routine runner has. */
export const updateTestRoutineID = 'routine_software_update_test';
