import { performance } from 'node:perf_hooks';
import type { EntityQuery } from '@cellwright/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunnerDatabase } from '../runner-database.fixture.ts';
import { type ClientReads, createClientReads } from './client-reads.ts';
import { createReadsInProcess, type ReadsInProcess } from './reads-in-process.ts';

const runCount = 300;
const all: EntityQuery = { where: {}, search: '', sort: ['-startedAt'], limit: runCount, offset: 0 };

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
let apart: ReadsInProcess;
let here: ReturnType<typeof createClientReads>;

beforeAll(async () => {
  database = await startRunnerDatabase();
  await database.query(
    `INSERT INTO runner."Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status",
       "startedAt", "cycleCount", "distanceMeters", "updatedAt")
     SELECT 'run_' || n, 'simulated', false, 'routine_1', 'One', 1, 'completed', now(), 0, 0, now()
     FROM generate_series(1, ${runCount}) AS n`,
  );
  await database.query(
    `INSERT INTO runner."JournalEntry" ("runId", "seq", "at", "thread", "event", "stepId", "stepPath", "stepKind", "data")
     SELECT 'run_1', n, now(), 'main', 'stepStarted', 'step_1', '1', 'Wait', '{"note": 1}' FROM generate_series(1, 50) AS n`,
  );
  await database.query(
    `INSERT INTO runner."RunRecording" ("runId", "index", "robotKind", "from", "to", "hasKeyframe", "size", "content")
     VALUES ('run_1', 0, 'simulated', 0, 1, true, 3, '\\x010203')`,
  );
  apart = createReadsInProcess(database.url);
  here = createClientReads(database.url);
});
afterAll(async () => {
  await apart.close();
  await here.close();
  await database.drop();
});

describe('reads for clients', () => {
  it('return the same results in a process', async () => {
    const answersOf = async (reads: ClientReads) => [
      await reads.findRuns(all),
      await reads.getRun('run_7'),
      await reads.findRun('run_7'),
      await reads.findRun('run_0'),
      await reads.listEntries('run_1', 10, 20),
      await reads.listRecording('run_1'),
      await reads.readRecording('run_1', 0),
      await reads.readRecording('run_1', 1),
    ];
    const [runs, ...rest] = await answersOf(apart);
    expect(runs).toMatchObject({ total: runCount });
    expect(rest.at(-2)).toEqual(Buffer.from([1, 2, 3]));
    expect([runs, ...rest]).toEqual(await answersOf(here));
  });

  it('fail the same way in a process', async () => {
    const wrongTime = { ...all, where: { startedAfter: ['yesterday'] } };
    for (const reads of [apart, here]) {
      await expect(reads.getRun('run_0')).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no run run_0',
      });
      await expect(reads.findRuns(wrongTime)).rejects.toMatchObject({ code: 'request_failed_validation' });
    }
  });

  it('cost the calling process a small part of their total time', async () => {
    const activeIn = async (reads: ClientReads) => {
      const before = performance.eventLoopUtilization();
      for (let count = 0; count < 10; count += 1) await reads.findRuns(all);
      return performance.eventLoopUtilization(before).active;
    };
    await activeIn(apart);
    await activeIn(here);
    let inApart = Infinity;
    let inHere = Infinity;
    // Other programs of the machine take their share of some rounds.
    for (let round = 0; round < 20 && !(inApart < inHere / 2); round += 1) {
      inApart = Math.min(inApart, await activeIn(apart));
      inHere = Math.min(inHere, await activeIn(here));
    }
    expect(inApart).toBeLessThan(inHere / 2);
  });

  it('fail as unavailable when their process ends, and the next read starts another one', async () => {
    const refused = expect(apart.findRuns(all)).rejects.toMatchObject({ code: 'unavailable' });
    await apart.close();
    await refused;
    expect(await apart.findRun('run_1')).toMatchObject({ id: 'run_1' });
  });

  it('fail above the number that may wait', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 250 }, () => apart.findRun('run_1')));
    // On a busy machine some of the others wait too long for a connection of the database.
    const refused = answers.map(
      (answer) => answer.status === 'rejected' && /^Too many/.test(String(answer.reason.message)),
    );
    expect(refused).toEqual(Array.from({ length: 250 }, (_, index) => index >= 200));
  });
});
