import { createCellClient, createHttp } from '@cellwright/client';
import { connectLive, type LiveChange, type LiveClient, type LiveState, watchFind } from '@cellwright/client/live';
import type { EntityEvent } from '@cellwright/entities';
import { ChaosProxy } from '@cellwright/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodToken, watcherToken } from '../testing/gateway-bench.fixture.ts';
import { type RealTimeBench, startRealTimeBench } from '../testing/real-time-bench.fixture.ts';

let cell: RealTimeBench;
const open: LiveClient[] = [];
beforeAll(async () => {
  cell = await startRealTimeBench();
});
afterEach(() => {
  cell.closeClients();
  for (const live of open.splice(0)) live.close();
});
afterAll(() => cell.stop());

const author = { subjectID: 'u1', name: 'Ada', permissions: [] };
const saveItem = (name: string) =>
  cell.owner.host('globalSpace').create(JSON.stringify({ kind: 'singlePosition', name }), author, '');

function connect(url = cell.url, token: string = watcherToken) {
  const live = connectLive({ url, token });
  open.push(live);
  const changes: LiveChange[] = [];
  const states: LiveState[] = [];
  const resets: (string | undefined)[] = [];
  live.listen({
    onChange: (change) => changes.push(change),
    onState: (state) => states.push(state),
    onReset: (entity) => resets.push(entity),
  });
  return { live, changes, states, resets };
}

describe('The live client', () => {
  it('receives changes as documents of the entity, unwrapped', async () => {
    const { live, changes } = connect();
    await expect.poll(() => live.state).toBe('connected');
    // A gateway that has just started reports changes once it has compared its state with the owner's.
    await expect
      .poll(async () => {
        await saveItem('Heard');
        return changes[0];
      })
      .toMatchObject({
        entity: 'globalSpace',
        change: 'created',
        document: { kind: 'singlePosition', name: 'Heard' },
      });
  });

  it('receives a reset when the cell has missed changes of an entity', async () => {
    const { live, resets } = connect();
    await expect.poll(() => live.state).toBe('connected');
    const event: EntityEvent = {
      entity: 'globalVariables',
      change: 'patched',
      id: 'variable_1',
      version: 2,
      revision: 500_000,
      at: new Date().toISOString(),
      by: { id: 'u1', name: 'Ada' },
      document: null,
    };
    for (const revision of [500_000, 500_007]) {
      await cell.bus.publish('event.entity.globalVariables', { ...event, revision }, { messageId: `r${revision}` });
    }
    await expect.poll(() => resets).toContain('globalVariables');
  });

  it('reads an entity again when its permissions change its view', async () => {
    const grant = (permissions: ('account' | 'connectToRobot')[]) =>
      cell.identity.grant('cw_rising', { subjectId: 't8', name: 'Guest', permissions });
    grant([]);
    await expect.poll(() => cell.signIn('cw_rising').catch(() => undefined)).toBeDefined();
    const { live, resets } = connect(cell.url, 'cw_rising');
    await expect.poll(() => live.state).toBe('connected');
    grant(['account']);
    await expect.poll(() => resets).toContain('users');
    expect(resets).not.toContain('globalVariables');
  });

  it('gets an error for an unknown token, and does not retry', async () => {
    const { live, states } = connect(cell.url, 'cw_unknown');
    await expect.poll(() => live.state).toBe('refused');
    expect(live.refusal).toMatchObject({ code: 'authorization_required' });
    expect(states).toEqual(['refused']);
  });

  it('gets an error when it reconnects with a revoked token', async () => {
    cell.identity.grant('cw_short', { subjectId: 't7', name: 'Guest', permissions: [] });
    // The gateway learns of a new token from identity with a delay.
    await expect.poll(() => cell.signIn('cw_short').catch(() => undefined)).toBeDefined();
    const { live } = connect(cell.url, 'cw_short');
    await expect.poll(() => live.state).toBe('connected');
    cell.identity.revoke('cw_short');
    await expect.poll(() => live.state).toBe('refused');
  });
});

describe('A watched find through the gateway', () => {
  it('stays correct when the connection breaks while documents change', async () => {
    const proxy = await ChaosProxy.start({ target: Number(new URL(cell.url).port) });
    const url = `http://127.0.0.1:${proxy.port}`;
    const { live, states } = connect(url);
    const client = createCellClient(createHttp({ url: cell.url, token: goodToken }));
    const prefix = `cut${Date.now()}`;
    const found = watchFind(live, {
      entity: 'globalSpace',
      find: (signal) => client.globalSpace.find({ search: prefix, sort: 'name', limit: 10 }, signal),
    });
    const names = () => found.page?.items.map(({ name }) => name.slice(prefix.length));
    await expect.poll(() => found.isCurrent).toBe(true);
    await saveItem(`${prefix}1`);
    await expect.poll(names).toEqual(['1']);

    proxy.set({ refuse: true });
    proxy.resetAll();
    await expect.poll(() => live.state).toBe('lost');
    expect(found.isCurrent).toBe(false);
    await saveItem(`${prefix}2`);
    proxy.heal();
    await expect.poll(names).toEqual(['1', '2']);
    await expect.poll(() => found.isCurrent).toBe(true);
    expect(states).toContain('lost');
    found.close();
    await proxy.stop();
  });
});
