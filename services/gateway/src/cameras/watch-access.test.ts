import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Identity } from '../domain/identity.ts';
import { createWatchAccess } from './watch-access.ts';

const operator: Identity = { subjectID: 'u1', name: 'Ada', permissions: ['connectToRobot'] };

/** Watches the access of one request. */
async function watch() {
  const clock = new VirtualClock();
  const listeners = new Set<() => void>();
  const known: { identity: Identity | undefined; isFresh: boolean } = { identity: operator, isFresh: true };
  const authenticator: Authenticator = {
    introduce: () => undefined,
    recognise(token) {
      if (token !== 'cw_ada' || !known.identity) throw new ProductError('authorization_required', 'Unknown');
      return known.identity;
    },
    requireFresh() {
      if (!known.isFresh) throw new ProductError('unavailable', 'Too old');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let lostCount = 0;
  let unwatch = () => {};
  const app = fastify();
  app.get('/', async (request) => {
    unwatch = createWatchAccess(
      authenticator,
      clock,
      'connectToRobot',
    )(request, () => {
      lostCount += 1;
    });
    return {};
  });
  await app.inject({ url: '/', headers: { authorization: 'Bearer cw_ada' } });
  const change = () => {
    for (const listener of [...listeners]) listener();
  };
  return { clock, known, change, listeners, lostCount: () => lostCount, unwatch: () => unwatch() };
}

describe('createWatchAccess', () => {
  it('reports a removed token immediately, and once', async () => {
    const { clock, known, change, listeners, lostCount } = await watch();
    change();
    await clock.advance(5000);
    expect(lostCount()).toBe(0);
    known.identity = undefined;
    change();
    await clock.advance(5000);
    expect([lostCount(), listeners.size]).toEqual([1, 0]);
  });

  it('reports a revoked permission', async () => {
    const { known, change, lostCount } = await watch();
    known.identity = { ...operator, permissions: [] };
    change();
    expect(lostCount()).toBe(1);
  });

  it('reports access that ended without a message within a second', async () => {
    const { clock, known, lostCount } = await watch();
    known.isFresh = false;
    await clock.advance(999);
    expect(lostCount()).toBe(0);
    await clock.advance(1);
    expect(lostCount()).toBe(1);
  });

  it('reports nothing after it was ended', async () => {
    const { clock, known, change, lostCount, unwatch } = await watch();
    unwatch();
    known.identity = undefined;
    change();
    await clock.advance(5000);
    expect(lostCount()).toBe(0);
  });
});
