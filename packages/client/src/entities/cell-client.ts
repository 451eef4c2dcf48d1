import { type CallDefinition, exportRoutine, type ImportedRoutine } from '@cellwright/calls';
import {
  type ProposalListing,
  proposalListingSchema,
  type Routine,
  type RoutineProposal,
  routineFileFormat,
  routineFileFormatVersion,
} from '@cellwright/domain/routine';
import {
  codeBlocks,
  equipment,
  featureFlags,
  globalSpace,
  globalVariables,
  notifications,
  robots,
  routineListingSchema,
  routineProposals,
  routines,
  safetySettings,
  speedProfiles,
} from '@cellwright/entities';
import * as z from 'zod';
import { type CallOptions, callCell } from '../call.ts';
import type { Http } from '../http.ts';
import { createEntityClient } from './entity-client.ts';
import { createPeopleClients } from './people-clients.ts';

/** Stored entities that many screens need, and calls. Clients of the others: `createEntityClient`. */
export type CellClient = ReturnType<typeof createCellClient>;

export function createCellClient(http: Http) {
  return {
    ...createPeopleClients(http),
    /** Makes a call of packages/calls. */
    call: <Input extends z.ZodObject, Output>(
      definition: CallDefinition<Input, z.ZodType<Output>>,
      input: z.input<Input>,
      options?: CallOptions,
    ): Promise<Output> => callCell(http, definition, input, options),
    codeBlocks: createEntityClient(http, codeBlocks, codeBlocks.schema),
    globalSpace: createEntityClient(http, globalSpace, globalSpace.schema),
    globalVariables: createEntityClient(http, globalVariables, globalVariables.schema),
    routines: {
      ...createEntityClient<Routine, z.infer<typeof routineListingSchema>>(http, routines, routineListingSchema),
      /** Imports a routine file, JSON text. The code for it loads with the first import. */
      importFile: async (text: string, signal?: AbortSignal): Promise<ImportedRoutine> => {
        const { importRoutineFile } = await import('./routine-import.ts');
        return importRoutineFile(http, text, { signal });
      },
      /** Returns the routine as a file: JSON to be stored unchanged. */
      exportFile: (id: string, version?: number): Promise<unknown> =>
        callCell(http, { ...exportRoutine, output: z.unknown() }, { id, version }),
    },
    routineProposals: createEntityClient<RoutineProposal, ProposalListing>(
      http,
      routineProposals,
      proposalListingSchema,
    ),
    equipment: createEntityClient(http, equipment, equipment.schema),
    featureFlags: createEntityClient(http, featureFlags, featureFlags.schema),
    notifications: createEntityClient(http, notifications, notifications.schema),
    robots: createEntityClient(http, robots, robots.schema),
    safetySettings: createEntityClient(http, safetySettings, safetySettings.schema),
    speedProfiles: createEntityClient(http, speedProfiles, speedProfiles.schema),
  };
}

/** Returns a routine as the text of a file. */
export function fileOf(routine: Routine): string {
  return JSON.stringify({ format: routineFileFormat, formatVersion: routineFileFormatVersion, routine });
}
