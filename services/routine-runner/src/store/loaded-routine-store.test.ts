import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoadedRoutineStore } from './loaded-routine-store.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());

describe('The store of the loaded routine', () => {
  it('keeps the routine and its version of each robot, until none is loaded', async () => {
    const store = createLoadedRoutineStore(database.db, 'simulated');
    expect(await store.load()).toBeUndefined();
    await store.save({ routineID: 'routine_1', version: 3 });
    await store.save({ routineID: 'routine_2', version: 7 });
    expect(await store.load()).toEqual({ routineID: 'routine_2', version: 7 });
    expect(await createLoadedRoutineStore(database.db, 'live').load()).toBeUndefined();
    await store.save(undefined);
    expect(await store.load()).toBeUndefined();
  });
});
