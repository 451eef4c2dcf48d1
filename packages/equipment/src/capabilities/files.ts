import {
  type FilesCommand,
  type FilesOutcome,
  filesCommandSchema,
  filesOutcomeSchema,
} from '@cellwright/domain/equipment';
import type { CommandedCapability } from './capability.ts';

export interface FilesDescription {
  /** Root of paths, on the server. */
  readonly folder: string;
}

/**
 * Controls of the files of a simulated server, for tests and simulated cells. Paths are relative to the folder of its
 * device.
 */
export interface SimulatedFiles {
  put(path: string, bytes: Uint8Array): void;
  get(path: string): Uint8Array | undefined;
  /** Files that were stored and deleted, oldest first; the fault tests compare with it. */
  readonly commands: readonly SimulatedFileChange[];
}
export interface SimulatedFileChange {
  readonly kind: 'stored' | 'deleted';
  /** Absolute path on the server. */
  readonly path: string;
  readonly sizeBytes: number;
}

export const filesCapability: CommandedCapability<FilesCommand, FilesOutcome, FilesDescription, SimulatedFiles> = {
  label: 'server of files',
  command: filesCommandSchema,
  outcome: filesOutcomeSchema,
  failureKind: 'NetworkRequestFailure',
  deadlineMS: 660_000,
  changesNothing: ({ operation }) => operation === 'list' || operation === 'download',
  example: {
    command: { operation: 'upload', path: 'programs/O1234.nc', content: 'O1234\nM30\n', encoding: 'utf8' },
    outcome: { operation: 'upload', sizeBytes: 10 },
  },
};
