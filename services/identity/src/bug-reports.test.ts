import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportsPerDay } from './store/report-limit.ts';
import { ada, bob, type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentityBench();
});
afterAll(() => bench.stop());

const send = (caller = ada) => bench.create('bugReports', { report: { what: 'Something' } }, caller);

describe('A sender of bug reports', () => {
  it('cannot fill the disk: more than a day’s share is refused, to nobody else and until the next day only', async () => {
    await send();
    await bench.database.query(`
      INSERT INTO identity."Entity" ("entity", "id", "version", "body", "fields", "createdAt", "updatedAt", "updatedByID", "updatedByName")
      SELECT "entity", "id" || n, "version", "body", "fields", "createdAt", "updatedAt", "updatedByID", "updatedByName"
      FROM identity."Entity", generate_series(3, ${reportsPerDay}) AS n WHERE "entity" = 'bugReports'`);
    const { document } = await send();
    await expect(send()).rejects.toMatchObject({ code: 'rate_limited' });
    await bench.stored.removeEntity({
      entity: 'bugReports',
      caller: ada,
      id: document?.id ?? '',
      expectedVersion: 0,
      commandKey: '',
    });
    await expect(send()).rejects.toMatchObject({ code: 'rate_limited' });
    await send(bob);
    await bench.clock.advance(86_400_001);
    await send();
  });
});
