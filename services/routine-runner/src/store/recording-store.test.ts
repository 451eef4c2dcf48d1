import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingPruner, createRecordingReader, createRecordingStore } from './recording-store.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.query('TRUNCATE runner."Run", runner."RunRecording" CASCADE'));

const partOf = (runID: string, index: number, text = '{}') => ({
  ...{ runID, index, from: index * 5, to: index * 5 + 5, hasKeyframe: index === 0, text },
});

async function addRun(id: string, parts: number, robotKind: 'live' | 'simulated' = 'simulated') {
  await database.query(
    `INSERT INTO runner."Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status",
       "startedAt", "cycleCount", "distanceMeters", "updatedAt", "writeOrder", "newsOrder")
     VALUES ($1, $2, false, 'routine_1', 'One', 1, 'completed', now(), 0, 0, now(), 1, 1)`,
    [id, robotKind],
  );
  const store = createRecordingStore(database.db, robotKind);
  for (let index = 0; index < parts; index++) await store.write(partOf(id, index));
}

/** Returns the recordings that can still be replayed. */
async function left(): Promise<string[]> {
  const { rows } = await database.query('SELECT "runId", "index" FROM runner."RunRecording" ORDER BY "runId", "index"');
  return rows.map(({ runId, index }) => `${runId}:${index}`);
}

describe('the recording of a run', () => {
  it('can be read as written, part by part, also after a part was written twice', async () => {
    const store = createRecordingStore(database.db, 'simulated');
    const text = JSON.stringify({ keyframe: null, changes: [], places: [[0, 1, 2, 3, 4, 5, 6]] });
    await store.write(partOf('run_1', 0, text));
    await store.write(partOf('run_1', 1));
    await store.write(partOf('run_1', 0, 'other'));
    const reader = createRecordingReader(database.db);
    expect(await reader.list('run_1')).toEqual([
      { index: 0, from: 0, to: 5, hasKeyframe: true },
      { index: 1, from: 5, to: 10, hasKeyframe: false },
    ]);
    const packed = await reader.read('run_1', 0);
    expect(packed && gunzipSync(packed).toString('utf8')).toBe(text);
    expect(await reader.read('run_1', 2)).toBeUndefined();
    expect(await reader.list('run_2')).toEqual([]);
  });
});

describe('recordings are forgotten', () => {
  const keepAll = { keepRuns: 1000, keepBytes: 2 ** 40 };
  const prune = (rule: Partial<typeof keepAll>, limit = 100) =>
    createRecordingPruner(database.db).prune({ robotKind: 'simulated', ...keepAll, ...rule }, limit);

  it('beyond the newest runs of a robot', async () => {
    for (const id of ['run_1', 'run_2', 'run_3']) await addRun(id, 2);
    await addRun('run_live', 1, 'live');
    expect(await prune({ keepRuns: 1 })).toBe(4);
    expect(await left()).toEqual(['run_3:0', 'run_3:1', 'run_live:0']);
    expect(await prune({ keepRuns: 1 })).toBe(0);
  });

  it('beyond so many bytes, the beginning of a long one too', async () => {
    await addRun('run_1', 2);
    await addRun('run_2', 3);
    const [{ size }] = (await database.query('SELECT "size" FROM runner."RunRecording" LIMIT 1')).rows as [
      { size: number },
    ];
    expect(await prune({ keepBytes: 2 * size })).toBe(3);
    expect(await left()).toEqual(['run_2:1', 'run_2:2']);
  });

  it('with their run, the oldest first and a limited number at a time', async () => {
    await addRun('run_1', 2);
    await addRun('run_2', 2);
    await database.query(`DELETE FROM runner."Run" WHERE "id" = 'run_1'`);
    expect(await prune({}, 1)).toBe(1);
    expect(await left()).toEqual(['run_1:1', 'run_2:0', 'run_2:1']);
    expect(await prune({})).toBe(1);
    expect(await prune({})).toBe(0);
  });
});
