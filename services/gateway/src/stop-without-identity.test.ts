import { VirtualClock } from '@cellwright/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { commandTrustMS } from './domain/access-replica.ts';
import {
  adminKey,
  type GatewayBench,
  type GatewayBenchOptions,
  goodToken,
  openSocket,
  startGatewayBench,
  watcherToken,
} from './testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
afterEach(() => bench.stop());

async function begin(options: GatewayBenchOptions = {}): Promise<void> {
  bench = await startGatewayBench(options);
}

async function call(method: string, path: string, token: string) {
  const response = await fetch(`${bench.url}/api/v1/cell${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

const stop = (token: string) => call('POST', '/robots/simulated/stop', token);
const readRoutine = (token: string) => call('GET', '/routines/r1', token);

async function enter(token: string) {
  const client = openSocket(bench.url);
  await client.send({ kind: 'authenticate', token });
  await client.receive(({ kind }) => kind === 'authenticated');
  return client;
}

describe('A frozen identity service', () => {
  it('prevents no known client from stopping: over HTTP and on new sockets, immediately, without any permission', async () => {
    // On this clock a stop that waited for anything would not return. How soon one arrives is measured in a cell.
    await begin({ clock: new VirtualClock() });
    bench.identity.freeze();
    for (const token of [goodToken, watcherToken, adminKey])
      expect(await stop(token)).toMatchObject({ status: 200, body: { stopEpoch: 8 } });
    const client = await enter(watcherToken);
    await client.send({ id: 's', kind: 'emergencyStop' });
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    client.socket.close();
  });

  it('allows commands for a time, then rejects them with a reason; stops continue without limit', async () => {
    const clock = new VirtualClock();
    await begin({ clock });
    const open = await enter(goodToken);
    bench.identity.freeze();
    await clock.advance(commandTrustMS - 2000);
    expect((await readRoutine(goodToken)).status).toBe(200);
    await clock.advance(10 * commandTrustMS);

    expect(await readRoutine(goodToken)).toMatchObject({
      status: 503,
      body: { error: 'unavailable', message: expect.stringContaining('Only stops are accepted') },
    });
    await open.send({ id: 'p', kind: 'playRoutine' });
    expect(await open.receive(({ id }) => id === 'p')).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    await open.send({ id: 's', kind: 'stop' });
    expect(await open.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
    expect((await stop(watcherToken)).status).toBe(200);
    const fresh = await enter(goodToken);
    await fresh.send({ id: 's', kind: 'stop' });
    expect(await fresh.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
    expect((await readRoutine(adminKey)).status).toBe(200);
  });

  it('catches up when it is back: revoked clients are disconnected, new ones are known', async () => {
    const clock = new VirtualClock();
    await begin({ clock });
    const revoked = await enter(goodToken);
    bench.identity.freeze();
    await clock.advance(2 * commandTrustMS);
    bench.identity.revoke(goodToken);
    bench.identity.grant('cw_later', { subjectId: 't3', name: 'Later', permissions: ['connectToRobot'] });
    expect(await stop('cw_later')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('The token is unknown') },
    });
    bench.identity.thaw();
    await expect
      .poll(async () => {
        await clock.advance(500);
        return (await readRoutine('cw_later')).status;
      })
      .toBe(200);
    expect(await revoked.closed).toBe(4401);
    expect((await stop(goodToken)).status).toBe(401);
  });
});

describe('A gateway that starts without identity', () => {
  it('accepts stops from this machine, and reports to others that it cannot identify them', async () => {
    await begin({ hasIdentity: false });
    expect((await stop(adminKey)).status).toBe(200);
    expect(await stop(goodToken)).toMatchObject({
      status: 503,
      body: { error: 'unavailable', message: expect.stringContaining('not even for a stop') },
    });
    const client = openSocket(bench.url);
    await client.send({ kind: 'authenticate', token: goodToken });
    expect(await client.closed).toBe(1013);
  });
});

describe('A token that ends while its socket is open', () => {
  it('disconnects immediately when it is revoked, and sends no more commands', async () => {
    await begin();
    const client = await enter(goodToken);
    const other = await enter(watcherToken);
    bench.identity.revoke(goodToken);
    expect(await client.closed).toBe(4401);
    await other.send({ id: 's', kind: 'stop' });
    expect(await other.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
  });

  it('disconnects when it expires, even while identity does not respond', async () => {
    const clock = new VirtualClock();
    await begin({ clock });
    const expiresAt = new Date(clock.wallNow().getTime() + 30_000).toISOString();
    bench.identity.grant('cw_short', { subjectId: 't4', name: 'Short', permissions: [], expiresAt });
    await expect.poll(async () => (await stop('cw_short')).status).toBe(200);
    const client = await enter('cw_short');
    bench.identity.freeze();
    await clock.advance(31_000);
    expect(await client.closed).toBe(4401);
    expect((await stop('cw_short')).status).toBe(401);
  });
});
