import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHoldStore } from './hold-store.ts';
import { startRunnerDatabase } from './runner-database.fixture.ts';

let database: Awaited<ReturnType<typeof startRunnerDatabase>>;
beforeAll(async () => {
  database = await startRunnerDatabase();
});
afterAll(() => database.drop());

describe('The store of the hold', () => {
  it('keeps the last reason until the hold ends', async () => {
    const store = createHoldStore(database.db);
    expect(await store.load()).toBeUndefined();
    await store.save('release/2.0 is being installed');
    await store.save('release/3.0 is being installed');
    expect(await createHoldStore(database.db).load()).toBe('release/3.0 is being installed');
    await store.save(undefined);
    expect(await store.load()).toBeUndefined();
  });
});
