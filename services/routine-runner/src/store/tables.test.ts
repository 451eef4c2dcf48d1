import { readOwnColumns } from '@cellwright/service-kit/testing';
import type { TableColumns } from '@cellwright/testkit';
import type { Selectable } from 'kysely';
import { expect, it } from 'vitest';
import { schema } from './database.ts';
import type { OwnTables } from './tables.ts';

/** Does not compile unless it names every column of the interfaces, and no other, with a fitting type. */
const declared: TableColumns<{ [Table in keyof OwnTables]: Selectable<OwnTables[Table]> }> = {
  Run: {
    id: 'text',
    robotKind: 'text',
    isTwin: 'boolean',
    routineId: 'text',
    routineName: 'text',
    routineVersion: 'integer',
    status: 'text',
    startedAt: 'timestamp with time zone',
    endedAt: 'timestamp with time zone null',
    cycleCount: 'integer',
    cycleTimeSeconds: 'double precision null',
    distanceMeters: 'double precision',
    failure: 'jsonb null',
    stop: 'jsonb null',
    interruptedIn: 'jsonb null',
    position: 'bigint',
    version: 'integer',
    updatedAt: 'timestamp with time zone',
    writeOrder: 'bigint',
    newsOrder: 'bigint',
  },
  JournalEntry: {
    runId: 'text',
    seq: 'integer',
    at: 'timestamp with time zone',
    thread: 'text',
    event: 'text',
    stepId: 'text null',
    stepPath: 'text null',
    stepKind: 'text null',
    result: 'text null',
    data: 'jsonb null',
  },
  RunRecording: {
    runId: 'text',
    index: 'integer',
    robotKind: 'text',
    from: 'double precision',
    to: 'double precision',
    hasKeyframe: 'boolean',
    size: 'integer',
    content: 'bytea',
  },
  RunProgress: {
    robotKind: 'text',
    runId: 'text',
    scope: 'text',
    id: 'text',
    value: 'jsonb',
    writeOrder: 'bigint',
  },
  StopEpoch: { robotKind: 'text', reservedTo: 'bigint' },
  PlanningScene: { robotKind: 'text', revision: 'integer', document: 'jsonb' },
  SpeedChoice: { robotKind: 'text', document: 'jsonb' },
  PlayHold: { name: 'text', reason: 'text' },
  LoadedRoutine: {
    robotKind: 'text',
    routineId: 'text',
    routineVersion: 'integer',
  },
  ToolChoice: { robotKind: 'text', equipmentId: 'text null', activeEnd: 'integer' },
  Leader: { name: 'text', leaderId: 'text null', term: 'bigint' },
};

it('the declared tables match the migrations, without those of entities', async () => {
  expect(await readOwnColumns(schema, new URL('../../prisma/migrations', import.meta.url))).toEqual(declared);
});
