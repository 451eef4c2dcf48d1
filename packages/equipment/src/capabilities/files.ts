import { type FilesCommand, type FilesOutcome, filesCommandSchema, filesOutcomeSchema } from '@cellwright/domain';
import type { CommandedCapability, CommandedDevice } from './capability.ts';

export type FilesDevice = CommandedDevice<FilesCommand, FilesOutcome>;

export interface FilesDescription {
  /** Where paths begin, on the server. */
  readonly folder: string;
}

/** What a test or a simulated cell does to the files of a simulated server. Paths are below the folder of its device. */
export interface SimulatedFiles {
  put(path: string, bytes: Uint8Array): void;
  get(path: string): Uint8Array | undefined;
  /** Files that were stored and deleted, oldest first: the oracle of the fault tests. */
  readonly commands: readonly SimulatedFileChange[];
}
export interface SimulatedFileChange {
  readonly kind: 'stored' | 'deleted';
  /** As the server has it, whole. */
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
