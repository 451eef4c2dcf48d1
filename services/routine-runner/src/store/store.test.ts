import { type JournalEntry, journalEntrySchema, type Run } from '@cellwright/domain/run';
import { type EntityQuery, entityEventSchema } from '@cellwright/entities';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createEpochStore } from './epoch-store.ts';
import { createJournalStore, leadershipName } from './journal-store.ts';
import { createRunReader } from './run-reader.ts';
import { createRunSource } from './run-source.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  onDeposed.mockClear();
  await database.query(
    'TRUNCATE runner."Run", runner."JournalEntry", runner."Outbox", runner."StopEpoch", runner."Leader", runner."EntityRevision" CASCADE',
  );
  await database.query('INSERT INTO runner."Leader" VALUES ($1, $2, 1)', [leadershipName, 'this runner']);
});

function runOf(id: string, changes: Partial<Run> = {}): Run {
  return {
    id,
    robotKind: 'simulated',
    isTwin: false,
    routineID: 'routine_1',
    routineName: 'One',
    routineVersion: 2,
    status: 'running',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    cycleCount: 0,
    cycleTimeSeconds: null,
    distanceMeters: 0,
    failure: null,
    stop: null,
    interruptedIn: null,
    ...changes,
  };
}

function entriesOf(runID: string, from: number, to: number): JournalEntry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    runID,
    seq: from + index,
    at: '2026-01-01T00:00:01.000Z',
    thread: 'main',
    event: 'stepStarted',
    stepID: 'step_1',
    stepPath: '1',
    stepKind: 'Wait',
    result: null,
    data: { note: from + index },
  }));
}

const openStore = (onCommitted = () => {}, term = 1) =>
  createJournalStore(database.db, { term, onCommitted, onDeposed });
const onDeposed = vi.fn();

const sent = async () =>
  (await database.query('SELECT "messageId", "subject", "payload" FROM runner."Outbox" ORDER BY "id"')).rows;
/** Returns the published messages of journals. */
const outbox = async () => (await sent()).filter(({ subject }) => subject === 'event.runner.journal');

/** Ids of the runs that match a query, and their number. */
async function foundRuns(where: EntityQuery['where'], query: Partial<EntityQuery> = {}): Promise<[string[], number]> {
  const source = createRunSource(database.db, database.entities);
  const { items, total } = await source.find({
    where,
    search: '',
    sort: ['-startedAt'],
    limit: 10,
    offset: 0,
    ...query,
  });
  return [items.map(({ id }) => id), total];
}

/** Returns the published messages of runs as an entity. */
const toldOfRuns = async () =>
  (await sent()).filter(({ subject }) => subject === 'event.entity.runs').map(({ payload }) => payload);

describe('runs as an entity', () => {
  it('reach the bus when they start, change their status and end, once, numbered without a gap', async () => {
    const store = openStore();
    const run = runOf('run_1');
    await store.write({ run, entries: entriesOf('run_1', 1, 2) });
    await store.write({ run, entries: entriesOf('run_1', 1, 2) });
    await store.write({ run: { ...run, cycleCount: 1 }, entries: entriesOf('run_1', 3, 3) });
    await store.write({ run: runOf('run_2', { robotKind: 'live' }), entries: [] });
    const ended = { ...run, status: 'completed' as const, endedAt: '2026-01-01T00:01:00.000Z', cycleCount: 1 };
    await store.write({ run: ended, entries: entriesOf('run_1', 4, 4) });
    expect(await toldOfRuns()).toMatchObject([
      { entity: 'runs', change: 'created', id: 'run_1', version: 1, revision: 1, document: { ...run, version: 1 } },
      { change: 'created', id: 'run_2', version: 1, revision: 2 },
      { change: 'patched', id: 'run_1', version: 2, revision: 3, document: { ...ended, version: 2 } },
    ]);
    for (const event of await toldOfRuns()) expect(entityEventSchema.safeParse(event).success).toBe(true);
    const source = createRunSource(database.db, database.entities);
    expect(await source.find({ where: {}, search: '', sort: [], limit: 0, offset: 0 })).toMatchObject({ revision: 3 });
    const { version, text } = await source.get('run_1');
    expect(version).toBe(2);
    expect(JSON.parse(text)).toMatchObject({ ...ended, version: 2, createdAt: run.startedAt });
    await expect(source.get('run_3')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stay unpublished without leadership', async () => {
    await database.query('UPDATE runner."Leader" SET "term" = 2');
    await expect(openStore().write({ run: runOf('run_1'), entries: [] })).rejects.toMatchObject({ code: 'conflict' });
    expect(await toldOfRuns()).toEqual([]);
  });
});

describe('the journal in Postgres', () => {
  it('keeps runs and entries as they were written', async () => {
    const store = openStore();
    const reader = createRunReader(database.db);
    const run = runOf('run_1', {
      status: 'failed',
      endedAt: '2026-01-01T00:01:00.000Z',
      cycleTimeSeconds: 1.5,
      failure: { kind: 'PlanningFailure', reason: 'Too far', recoveryKind: 'Recoverable' },
      interruptedIn: { stepID: 'step_1', stepPath: '1', stepKind: 'Wait', hasUnknownEffect: true },
    });
    await store.write({ run, entries: entriesOf('run_1', 1, 3) });
    expect(await reader.find('run_1')).toEqual(run);
    expect(await reader.listEntries('run_1', 1, 10)).toEqual({ entries: entriesOf('run_1', 2, 3), newest: 3 });
    expect(await reader.tail('run_1', 2)).toEqual(entriesOf('run_1', 2, 3));
    expect(await reader.find('run_2')).toBeUndefined();
  });

  it('knows the order of runs also when the wall clock was set back between them (R27)', async () => {
    const store = openStore();
    const reader = createRunReader(database.db);
    const starts = {
      run_c: '2026-01-02T00:00:00.000Z',
      run_b: '2026-01-01T00:00:00.000Z',
      run_a: '2025-12-31T23:55:00.000Z',
    };
    for (const [id, startedAt] of Object.entries(starts))
      await store.write({ run: runOf(id, { startedAt }), entries: [] });
    // Written again, as with every batch of a run: its place does not change.
    await store.write({ run: runOf('run_c', { startedAt: starts.run_c, cycleCount: 3 }), entries: [] });
    expect((await reader.newest('simulated'))?.id).toBe('run_a');
    expect((await reader.listOpen('simulated')).map(({ id }) => id)).toEqual(['run_c', 'run_b', 'run_a']);
    expect(await foundRuns({})).toEqual([['run_a', 'run_b', 'run_c'], 3]);
  });

  it.each([[5e-324], [1.5], [2 ** 31], [Number.MAX_VALUE]])(
    'finds no run of a version that no routine has: %d',
    async (version) => {
      await openStore().write({ run: runOf('run_a'), entries: [] });
      expect(await foundRuns({ routineVersion: [version] })).toEqual([[], 0]);
      expect(await foundRuns({ routineVersion: [] })).toEqual([[], 0]);
      expect(await foundRuns({ routineVersion: [version, 2] })).toEqual([['run_a'], 1]);
    },
  );

  it('puts every entry on the bus once, also when a batch whose answer was lost is written again', async () => {
    let committed = 0;
    const store = openStore(() => {
      committed += 1;
    });
    const run = runOf('run_1');
    await store.write({ run, entries: entriesOf('run_1', 1, 2) });
    await store.write({ run, entries: entriesOf('run_1', 1, 4) });
    await store.write({ run: { ...run, cycleCount: 1 }, entries: [] });
    expect(committed).toBe(2);
    expect(await outbox()).toMatchObject([
      { messageId: 'run_1:1', subject: 'event.runner.journal', payload: { run, entries: entriesOf('run_1', 1, 2) } },
      { messageId: 'run_1:3', payload: { entries: entriesOf('run_1', 3, 4) } },
    ]);
    expect((await createRunReader(database.db).find('run_1'))?.cycleCount).toBe(1);
  });

  it('does not undo the end of a run by an earlier batch that a frozen connection carries out late', async () => {
    const store = openStore();
    const run = runOf('run_1');
    await store.write({ run, entries: entriesOf('run_1', 1, 1) });
    // The pool takes the connection that was given back last: its process in the server is the one that freezes.
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS "pid"`.execute(database.db);
    const pid = z.number().parse(rows[0]?.pid);
    process.kill(pid, 'SIGSTOP');
    const late = store.write({ run: { ...run, status: 'paused' }, entries: entriesOf('run_1', 2, 2) });
    const stop: Run['stop'] = { how: 'stop', by: { kind: 'person', id: 'user_1', name: 'Ada', isPage: true } };
    const ended: Run = { ...run, status: 'stopped', endedAt: '2026-01-01T00:01:00.000Z', stop };
    try {
      await store.write({ run: ended, entries: entriesOf('run_1', 2, 3) });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await late;
    const reader = createRunReader(database.db);
    expect(await reader.find('run_1')).toEqual(ended);
    expect((await reader.listEntries('run_1', 0, 10)).newest).toBe(3);
    expect(await toldOfRuns()).toMatchObject([
      { document: { status: 'running' } },
      { document: { status: 'stopped', stop } },
    ]);
  });

  it('writes all of a batch or nothing', async () => {
    const store = openStore();
    const [good, bad] = entriesOf('run_1', 1, 2);
    if (!good || !bad) throw new Error('unreachable');
    const write = store.write({ run: runOf('run_1'), entries: [good, { ...bad, at: 'no time at all' }] });
    await expect(write).rejects.toThrow();
    const reader = createRunReader(database.db);
    expect(await reader.find('run_1')).toBeUndefined();
    expect(await outbox()).toEqual([]);
  });

  it('refuses a runner without leadership, with the reason', async () => {
    const run = runOf('run_1');
    await openStore().write({ run, entries: entriesOf('run_1', 1, 2) });
    await database.query('UPDATE runner."Leader" SET "term" = 2');
    const late = openStore().write({ run: { ...run, status: 'failed' }, entries: entriesOf('run_1', 3, 4) });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(onDeposed).toHaveBeenCalledOnce();
    const reader = createRunReader(database.db);
    expect((await reader.find('run_1'))?.status).toBe('running');
    expect((await reader.listEntries('run_1', 0, 10)).newest).toBe(2);
    expect(await outbox()).toHaveLength(1);
    await openStore(undefined, 2).write({ run, entries: entriesOf('run_1', 3, 3) });
    expect((await reader.listEntries('run_1', 0, 10)).newest).toBe(3);
  });

  it('accepts any text of a device or a user', async () => {
    const store = openStore();
    const [entry] = entriesOf('run_1', 1, 1);
    if (!entry) throw new Error('unreachable');
    const texts = ['a\u0000b', '\ud83d half', 'whole \ud83d\ude00', '\\u0000', "'; DROP TABLE x; --", '\u001f'];
    await store.write({
      run: runOf('run_1', { routineName: 'a\u0000b' }),
      entries: [{ ...entry, result: 'x\u0000', data: { texts } }],
    });
    const { entries } = await createRunReader(database.db).listEntries('run_1', 0, 10);
    expect(entries[0]).toMatchObject({
      result: 'x\ufffd',
      data: { texts: ['a\ufffdb', '\ufffd half', ...texts.slice(2)] },
    });
  });

  it('splits a burst into messages of a size that the bus accepts', async () => {
    const store = openStore();
    await store.write({ run: runOf('run_1'), entries: entriesOf('run_1', 1, 5000) });
    const messages = await outbox();
    expect(messages.length).toBeGreaterThan(10);
    const numbers = messages.flatMap(({ payload }) =>
      z
        .object({ entries: z.array(journalEntrySchema) })
        .parse(payload)
        .entries.map(({ seq }) => seq),
    );
    expect(numbers).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
    expect(Math.max(...messages.map((message) => JSON.stringify(message).length))).toBeLessThan(500_000);
  });

  it('lists runs newest first, by robot and routine, and the open ones', async () => {
    const store = openStore();
    const reader = createRunReader(database.db);
    for (const [index, robotKind] of (['simulated', 'live', 'simulated'] as const).entries()) {
      const startedAt = `2026-01-0${index + 1}T00:00:00.000Z`;
      const endedAt = index === 0 ? '2026-01-01T01:00:00.000Z' : null;
      const routineID = `routine_${index}`;
      await store.write({ run: runOf(`run_${index}`, { robotKind, startedAt, endedAt, routineID }), entries: [] });
    }
    const ids = foundRuns;
    expect(await ids({})).toEqual([['run_2', 'run_1', 'run_0'], 3]);
    expect(await ids({}, { limit: 1, offset: 1 })).toEqual([['run_1'], 3]);
    expect(await ids({}, { sort: ['startedAt'] })).toEqual([['run_0', 'run_1', 'run_2'], 3]);
    expect(await ids({ robotKind: ['simulated'] })).toEqual([['run_2', 'run_0'], 2]);
    expect(await ids({ routineID: ['routine_1'] })).toEqual([['run_1'], 1]);
    expect(await ids({ status: ['running', 'paused'] })).toEqual([['run_2', 'run_1', 'run_0'], 3]);
    expect(await ids({ status: ['failed'] })).toEqual([[], 0]);
    const between = { startedAfter: ['2026-01-01T12:00:00Z'], startedBefore: ['2026-01-02T12:00:00Z'] };
    expect(await ids(between)).toEqual([['run_1'], 1]);
    await expect(ids({ startedAfter: ['yesterday'] })).rejects.toMatchObject({ code: 'request_failed_validation' });
    expect((await reader.listOpen('simulated')).map(({ id }) => id)).toEqual(['run_2']);
    expect((await reader.newest('simulated'))?.id).toBe('run_2');
    expect((await reader.newest('live'))?.id).toBe('run_1');
  });
});

describe('the reserved stop epochs', () => {
  it('only grow, and are kept per robot', async () => {
    const store = createEpochStore(database.db, 'simulated');
    expect(await store.load()).toBe(0);
    await store.reserve(1000);
    await store.reserve(500);
    expect(await store.load()).toBe(1000);
    expect(await createEpochStore(database.db, 'live').load()).toBe(0);
  });
});
