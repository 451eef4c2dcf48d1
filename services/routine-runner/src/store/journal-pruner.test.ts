import type { RobotKind } from '@cellwright/domain/robot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJournalPruner } from './journal-pruner.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.query('TRUNCATE runner."Run", runner."JournalEntry" CASCADE');
});

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T12:00:00.000Z`;

async function addRun(id: string, endedAt: string | null, entryCount = 3, robotKind: RobotKind = 'simulated') {
  await database.query(
    `INSERT INTO runner."Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status",
       "startedAt", "endedAt", "cycleCount", "distanceMeters", "updatedAt")
     VALUES ($1, $2, false, 'routine_1', 'One', 1, 'completed', '2026-01-01', $3, 0, 0, '2026-01-01')`,
    [id, robotKind, endedAt],
  );
  await database.query(
    `INSERT INTO runner."JournalEntry" ("runId", "seq", "at", "thread", "event")
     SELECT $1, seq, '2026-01-01', 'main', 'stepStarted' FROM generate_series(1, $2) AS seq`,
    [id, entryCount],
  );
}

/** Prunes until nothing may go; what each round deleted. */
async function prune(keepRuns: number, endedBefore: string, limit = 100): Promise<number[]> {
  const pruner = createJournalPruner(database.db);
  const rounds: number[] = [];
  for (;;) {
    const deleted = await pruner.prune({ robotKind: 'simulated', keepRuns, endedBefore: new Date(endedBefore) }, limit);
    if (deleted === 0) return rounds;
    rounds.push(deleted);
  }
}

async function left(): Promise<string[]> {
  const { rows } = await database.query('SELECT "id" FROM runner."Run" ORDER BY "position"');
  return rows.map(({ id }) => String(id));
}

describe('runs and their journals go', () => {
  it('when they are neither among the newest nor recent', async () => {
    for (const number of [1, 2, 3, 4, 5]) await addRun(`run_${number}`, day(number));
    await prune(2, day(3));
    expect(await left()).toEqual(['run_3', 'run_4', 'run_5']);
    await prune(4, day(30));
    expect(await left()).toEqual(['run_3', 'run_4', 'run_5']);
    await prune(2, day(30));
    expect(await left()).toEqual(['run_4', 'run_5']);
    expect((await database.query('SELECT 1 FROM runner."JournalEntry"')).rowCount).toBe(6);
  });

  it('never deletes runs in progress or the newest of a robot, and handles each robot separately', async () => {
    await addRun('run_live', day(1), 3, 'live');
    await addRun('run_open', null);
    await addRun('run_old', day(1));
    await addRun('run_newest', day(1));
    await prune(1, day(30));
    expect(await left()).toEqual(['run_live', 'run_open', 'run_newest']);
  });

  it('oldest first by the order of their starts, for any wall clock times of their ends', async () => {
    await addRun('run_1', day(9));
    await addRun('run_2', day(1));
    await addRun('run_3', day(2));
    const pruner = createJournalPruner(database.db);
    await pruner.prune({ robotKind: 'simulated', keepRuns: 1, endedBefore: new Date(day(30)) }, 100);
    expect(await left()).toEqual(['run_2', 'run_3']);
  });

  it('a few rows at a time', async () => {
    await addRun('run_1', day(1), 250);
    await addRun('run_2', day(2));
    expect(await prune(1, day(30), 100)).toEqual([100, 100, 51]);
    expect(await left()).toEqual(['run_2']);
    await addRun('run_3', day(3), 100);
    await addRun('run_4', day(4));
    expect(await prune(1, day(30), 100)).toEqual([4, 100, 1]);
  });
});
