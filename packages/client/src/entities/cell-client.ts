import { type CallDefinition, exportRoutine, type ImportedRoutine } from '@cellwright/calls';
import {
  type Completions,
  completionsSchema,
  type FilesCommand,
  type FilesOutcome,
  filesOutcomeSchema,
  type RobotKind,
  type Routine,
  routineFileFormat,
  routineFileFormatVersion,
  type StackReport,
  stackReportSchema,
} from '@cellwright/domain';
import { entities, routineListingSchema } from '@cellwright/entities';
import * as z from 'zod';
import { type CallOptions, callCell } from '../call.ts';
import type { Http } from '../http.ts';
import { createReplayCalls } from '../replay/replay-calls.ts';
import { createResumeCalls } from '../replay/resume-calls.ts';
import { createEntityClient } from './entity-client.ts';
import { createPeopleCalls } from './people-calls.ts';
import { importRoutineFile } from './routine-import.ts';

/** As long as a server may take over a file by its configuration, and a moment for the way. */
const filesDeadlineMS = 660_000;

const base = '/api/v1/cell';

/** The cell gives a proof up before this, the wait for its turn included, ms. */
const proofDeadlineMS = 170_000;

/** What is stored in a cell, and what is done with it. */
export type CellClient = ReturnType<typeof createCellClient>;

export function createCellClient(http: Http) {
  const { codeBlocks, equipment, featureFlags, globalSpace, globalVariables, notifications, robots, routines } =
    entities;
  const { networkSettings, safetySettings, speedProfiles } = entities;
  const at = (id: string) => `${base}/routines/${encodeURIComponent(id)}`;
  return {
    ...createPeopleCalls(http),
    /** Makes a call of packages/calls. */
    call: <Input extends z.ZodObject, Output>(
      definition: CallDefinition<Input, z.ZodType<Output>>,
      input: z.input<Input>,
      options?: CallOptions,
    ): Promise<Output> => callCell(http, definition, input, options),
    codeBlocks: createEntityClient(http, codeBlocks, codeBlocks.schema),
    globalSpace: createEntityClient(http, globalSpace, globalSpace.schema),
    globalVariables: createEntityClient(http, globalVariables, globalVariables.schema),
    pallets: {
      /** Checks whether the boxes of a stored space item can be stacked. */
      proveStored: (id: string, robotKind?: RobotKind, signal?: AbortSignal): Promise<StackReport> =>
        http.request('POST', `${base}/space-items/${encodeURIComponent(id)}/prove`, {
          schema: stackReportSchema,
          query: { robotKind },
          deadlineMS: proofDeadlineMS,
          signal,
        }),
    },
    routines: {
      ...createEntityClient<Routine, z.infer<typeof routineListingSchema>>(http, routines, routineListingSchema),
      /** A routine file, as JSON text. */
      importFile: (text: string, signal?: AbortSignal): Promise<ImportedRoutine> =>
        importRoutineFile(http, text, { signal }),
      /** Returns the routine as a file: JSON to keep as it is. */
      exportFile: (id: string, version?: number): Promise<unknown> =>
        callCell(http, { ...exportRoutine, output: z.unknown() }, { id, version }),
      /** What expressions of the routine may name, with the values of now where the robot has it loaded. */
      completions: (id: string, robotKind?: RobotKind, signal?: AbortSignal): Promise<Completions> =>
        http.request('GET', `${at(id)}/completions`, { schema: completionsSchema, query: { robotKind }, signal }),
    },
    equipment: {
      ...createEntityClient(http, equipment, equipment.schema),
      /** Lists, fetches, sends and deletes files of a device, as the robot of this kind sees the device. */
      files: (id: string, command: FilesCommand, robotKind?: RobotKind, signal?: AbortSignal): Promise<FilesOutcome> =>
        http.request('POST', `${base}/equipment/${encodeURIComponent(id)}/files`, {
          schema: filesOutcomeSchema,
          query: { robotKind },
          body: command,
          deadlineMS: filesDeadlineMS,
          signal,
        }),
    },
    featureFlags: createEntityClient(http, featureFlags, featureFlags.schema),
    networkSettings: createEntityClient(http, networkSettings, networkSettings.schema),
    notifications: createEntityClient(http, notifications, notifications.schema),
    robots: createEntityClient(http, robots, robots.schema),
    runs: { ...createReplayCalls(http), ...createResumeCalls(http) },
    safetySettings: createEntityClient(http, safetySettings, safetySettings.schema),
    speedProfiles: createEntityClient(http, speedProfiles, speedProfiles.schema),
  };
}

/** A routine as the text of a file. */
export function fileOf(routine: Routine): string {
  return JSON.stringify({ format: routineFileFormat, formatVersion: routineFileFormatVersion, routine });
}
