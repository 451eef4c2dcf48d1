import type { JournalEntry, Run } from '@cellwright/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProgressRow } from '../domain/journal/journal.ts';
import { createJournalStore, leadershipName } from './journal-store.ts';
import { createRunArchive } from './run-archive.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.query(
    'TRUNCATE runner."Run", runner."JournalEntry", runner."RunProgress", runner."Outbox", runner."Leader" CASCADE',
  );
  await database.query('INSERT INTO runner."Leader" VALUES ($1, $2, 1)', [leadershipName, 'this runner']);
});

function runOf(id: string, changes: Partial<Run> = {}): Run {
  return {
    ...{ id, robotKind: 'simulated', isTwin: false, routineID: 'routine_1', routineName: 'One', routineVersion: 2 },
    ...{ status: 'running', startedAt: '2026-01-01T00:00:00.000Z', endedAt: null, cycleCount: 0 },
    ...{ cycleTimeSeconds: null, distanceMeters: 0, failure: null, stop: null, interruptedIn: null },
    ...changes,
  };
}

function entryOf(runID: string, seq: number): JournalEntry {
  const step = { stepID: 'step_1', stepPath: '1', stepKind: 'Wait', result: null };
  return { runID, seq, at: '2026-01-01T00:00:01.000Z', thread: 'main', event: 'stepStarted', ...step };
}

const row = (scope: ProgressRow['scope'], id: string, value: unknown): ProgressRow => ({ scope, id, value });
const openStore = () => createJournalStore(database.db, { term: 1, onCommitted: () => {}, onDeposed: () => {} });
const keptOf = async (robotKind: Run['robotKind'] = 'simulated') => {
  const stored = await createRunArchive(database.db, robotKind).newest();
  return stored && Object.fromEntries(stored.rows.map(({ scope, id, value }) => [`${scope} ${id}`, value]));
};

describe('what a run needs to be gone on with', () => {
  it('is written with its entries, each value in place of the one before', async () => {
    const store = openStore();
    const run = runOf('run_1');
    await store.write({
      run,
      entries: [entryOf('run_1', 1)],
      progress: [row('place', '', { seq: 1 }), row('variable', 'a', 1), row('path', '', null)],
    });
    await store.write({
      run,
      entries: [entryOf('run_1', 2)],
      progress: [row('place', '', { seq: 2 }), row('step', 'a', { n: 'x\u0000' })],
    });
    await store.write({ run, entries: [] });
    expect(await keptOf()).toEqual({
      'place ': { seq: 2 },
      'variable a': 1,
      'path ': null,
      'step a': { n: 'x\ufffd' },
    });
    expect(await createRunArchive(database.db, 'simulated').newest()).toMatchObject({
      run: { id: 'run_1' },
      tail: [{ seq: 1 }, { seq: 2 }],
    });
  });

  it('is that of the newest run of a robot, until that comes to its end', async () => {
    const store = openStore();
    const write = (run: Run, seq: number) =>
      store.write({ run, entries: [entryOf(run.id, seq)], progress: [row('variable', 'a', run.id)] });
    await write(runOf('run_live', { robotKind: 'live' }), 1);
    await write(runOf('run_1'), 1);
    await write(runOf('run_1', { status: 'stopped', endedAt: '2026-01-01T00:01:00.000Z' }), 2);
    expect(await keptOf()).toEqual({ 'variable a': 'run_1' });
    await write(runOf('run_2'), 1);
    expect(await keptOf()).toEqual({ 'variable a': 'run_2' });
    const { rows } = await database.query('SELECT DISTINCT "runId" FROM runner."RunProgress" ORDER BY "runId"');
    expect(rows).toEqual([{ runId: 'run_2' }, { runId: 'run_live' }]);
    await write(runOf('run_2', { status: 'completed', endedAt: '2026-01-01T00:01:00.000Z' }), 2);
    expect(await keptOf()).toEqual({});
    expect(await keptOf('live')).toEqual({ 'variable a': 'run_live' });
  });

  it('is not written by a runner that leads no more', async () => {
    await database.query('UPDATE runner."Leader" SET "term" = 2');
    const write = openStore().write({
      run: runOf('run_1'),
      entries: [entryOf('run_1', 1)],
      progress: [row('variable', 'a', 1)],
    });
    await expect(write).rejects.toMatchObject({ code: 'conflict' });
    expect((await database.query('SELECT 1 FROM runner."RunProgress"')).rows).toEqual([]);
  });

  it('is forgotten when somebody gives the run up', async () => {
    await openStore().write({ run: runOf('run_1'), entries: [], progress: [row('variable', 'a', 1)] });
    await createRunArchive(database.db, 'simulated').forget('run_1');
    expect(await keptOf()).toEqual({});
  });
});
