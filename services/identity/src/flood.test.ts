import { createSetUpLink, setUp } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

const password = 'correct horse battery';
const stranger = '10.6.6.6';
/** Its own address: wrong links and wrong passwords of one address count together. */
const strangerWithLinks = '10.6.6.7';
let bench: IdentityBench;
beforeAll(async () => {
  bench = await startIdentityBench();
  const author = { id: 'admin', name: 'This machine', permissions: ['account'], door: 'cli' };
  const { link } = await bench.calls.ask(createSetUpLink, {}, { author });
  await bench.calls.ask(setUp, { token: link?.split('#')[1] ?? '', username: 'ada', name: 'Ada', password }, {});
});
afterAll(() => bench.stop());

const check = (change: object) =>
  bench.access.checkPassword({ username: 'ada', password, address: '10.0.0.9', protocol: 'OPC UA', ...change });
const useLink = (token: string) =>
  bench.calls.ask(setUp, { token, username: '', name: '', password }, { author: { address: strangerWithLinks } });

/** Resolves to the code of the refusal. */
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ProductError ? error.code : String(error)),
  );

/** Blocks every look-up of a link until the returned function is called. */
async function holdLinks(): Promise<() => Promise<void>> {
  const { query } = bench.database;
  const held = query('LOCK TABLE identity."Link" IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)').catch(() => undefined);
  const locks = `SELECT pid FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'identity."Link"'::regclass`;
  await expect.poll(async () => (await query(locks)).rows).toHaveLength(1);
  return async () => {
    await query(`SELECT pg_cancel_backend(pid) FROM (${locks}) AS holders`);
    await held;
  };
}

describe('A flood of sign-ins from one address', () => {
  it('fails for itself, while a user at an address without an earlier sign-in is checked', async () => {
    const flood = Array.from({ length: 200 }, (_, index) =>
      codeOf(check({ username: `stranger${index}`, address: stranger })),
    );
    const links = Array.from({ length: 200 }, (_, index) => codeOf(useLink(`cwl_${index}`)));
    expect(await check({ address: '10.0.0.10' })).toMatchObject({ name: 'Ada' });
    for (const attempts of [flood, links]) {
      const codes = new Set(await Promise.all(attempts));
      expect([...codes].sort()).toEqual(['authorization_required', 'rate_limited']);
    }
  });

  it('leaves connections to the database free for a known user when its own queries do not end', async () => {
    await check({});
    const release = await holdLinks();
    const flood = Array.from({ length: 40 }, (_, index) => codeOf(useLink(`cwl_${index}`)));
    try {
      // The first of them are refused only once the others have taken their turns.
      await Promise.race(flood);
      expect(await check({})).toMatchObject({ name: 'Ada' });
    } finally {
      await release();
    }
    expect(await Promise.all(flood)).toContain('authorization_required');
  });
});
