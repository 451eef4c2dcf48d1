import { listJournal as listJournalCall } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { RobotKind } from '@cellwright/domain/robot';
import { type Run, runSchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { http } from './session.ts';

const runListSchema = z.object({ items: z.array(runSchema), pagination: z.object({ total: z.number() }) });

export type JournalPage = z.output<typeof listJournalCall.output>;

export interface RunQuery {
  readonly robotKind: RobotKind;
  readonly status?: string | undefined;
  readonly routineID?: string | undefined;
  /** ISO 8601; excluded. */
  readonly startedAfter?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

export interface RunPage {
  readonly items: Run[];
  /** Total number of matching runs. */
  readonly total: number;
}

/** Returns a page of runs, newest first. */
export async function findRuns(query: RunQuery, signal?: AbortSignal): Promise<RunPage> {
  const { items, pagination } = await http.request('GET', '/api/v1/cell/runs', {
    schema: runListSchema,
    query: { ...query },
    signal,
  });
  return { items, total: pagination.total };
}

/** Returns the newest runs of a robot, newest first. */
export async function listRuns(robotKind: RobotKind, limit: number, signal?: AbortSignal): Promise<Run[]> {
  return (await findRuns({ robotKind, limit }, signal)).items;
}

export function getRun(id: string, signal?: AbortSignal): Promise<Run> {
  return http.request('GET', `/api/v1/cell/runs/${encodeURIComponent(id)}`, { schema: runSchema, signal });
}

/** Returns journal entries of a run after sequence number `after`, oldest first. */
export function listJournal(id: string, after: number, limit: number, signal?: AbortSignal): Promise<JournalPage> {
  return callCell(http, listJournalCall, { id, after, limit }, { signal });
}
