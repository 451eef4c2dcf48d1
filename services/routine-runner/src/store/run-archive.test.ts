import { type JournalEntry, maxResumePlaces, type Run } from '@cellwright/domain/run';
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
const keptOf = async (runID: string, robotKind: Run['robotKind'] = 'simulated') => {
  const stored = await createRunArchive(database.db, robotKind).find(runID);
  return stored && Object.fromEntries(stored.rows.map(({ scope, id, value }) => [`${scope} ${id}`, value]));
};

describe('What is kept to continue a run', () => {
  it('contains its entries, each value in place of the one before', async () => {
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
    expect(await keptOf('run_1')).toEqual({
      'place ': { seq: 2 },
      'variable a': 1,
      'path ': null,
      'step a': { n: 'x\ufffd' },
    });
    expect(await createRunArchive(database.db, 'simulated').find('run_1')).toMatchObject({
      run: { id: 'run_1' },
      tail: [{ seq: 1 }, { seq: 2 }],
    });
  });

  const at = {
    ...{ stepID: 'step_1', stepPath: '1', stepKind: 'Wait', name: null, isDone: false },
    round: { round: 2, of: 3 },
  };
  const pose = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
  const tool = { equipmentID: null, name: '', tcp: pose, massKg: 0, centreOfGravity: [0, 0, 0], boxes: [] };
  const place = { seq: 1, places: [], at, joints: null, tool, payloadMassKg: 0, base: pose };
  let store: ReturnType<typeof openStore>;
  beforeEach(() => {
    store = openStore();
  });
  const write = (run: Run, seq: number, continuedRunID?: string) =>
    store.write({ run, entries: [entryOf(run.id, seq)], progress: [row('place', '', place)], continuedRunID });
  const endedAt = '2026-01-01T00:01:00.000Z';
  const listed = async (robotKind: Run['robotKind'] = 'simulated') =>
    (await createRunArchive(database.db, robotKind).listPlaces()).map(({ run }) => run.id);

  it('stays when other runs begin, until the routine reached its end', async () => {
    await write(runOf('run_live', { robotKind: 'live', status: 'failed', endedAt }), 1);
    await write(runOf('run_1'), 1);
    expect(await listed()).toEqual([]);
    await write(runOf('run_1', { status: 'stopped', endedAt }), 2);
    await write(runOf('run_2', { status: 'interrupted', endedAt }), 1);
    await write(runOf('run_3', { routineID: 'routine_2', status: 'completed', endedAt }), 1);
    expect(await createRunArchive(database.db, 'simulated').listPlaces()).toMatchObject([
      { run: { id: 'run_2', routineName: 'One', status: 'interrupted' }, at },
      { run: { id: 'run_1', status: 'stopped' }, at },
    ]);
    await write(runOf('run_4', { status: 'completed', endedAt }), 1);
    expect(await listed()).toEqual([]);
    expect(await keptOf('run_1')).toEqual({});
    expect(await listed('live')).toEqual(['run_live']);
    expect(await keptOf('run_live')).toBeUndefined();
  });

  it('belongs to the run which continues it', async () => {
    await write(runOf('run_1', { status: 'stopped', endedAt }), 1);
    await write(runOf('run_2', { status: 'stopped', endedAt }), 1, 'run_1');
    expect(await listed()).toEqual(['run_2']);
    expect(await keptOf('run_1')).toEqual({});
  });

  it('disappears when the robot has too many newer places', async () => {
    for (let run = 1; run <= maxResumePlaces + 3; run++)
      await write(runOf(`run_${run}`, { status: 'stopped', endedAt }), 1);
    expect(await listed()).toHaveLength(maxResumePlaces);
    expect(await keptOf('run_1')).toEqual({});
  });

  it('cannot be written by a runner without leadership', async () => {
    await database.query('UPDATE runner."Leader" SET "term" = 2');
    const write = openStore().write({
      run: runOf('run_1'),
      entries: [entryOf('run_1', 1)],
      progress: [row('variable', 'a', 1)],
    });
    await expect(write).rejects.toMatchObject({ code: 'conflict' });
    expect((await database.query('SELECT 1 FROM runner."RunProgress"')).rows).toEqual([]);
  });

  it('disappears when a user discards the run', async () => {
    await openStore().write({ run: runOf('run_1'), entries: [], progress: [row('variable', 'a', 1)] });
    await createRunArchive(database.db, 'simulated').forget('run_1');
    expect(await keptOf('run_1')).toEqual({});
  });
});
