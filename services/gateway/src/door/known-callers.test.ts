import { afterEach, describe, expect, it } from 'vitest';
import {
  type GatewayBench,
  type GatewayBenchOptions,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';
import { openRawClient, type RawClient, requestText, statusesIn } from './raw-client.fixture.ts';

let bench: GatewayBench | undefined;
const clients: RawClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await bench?.stop();
  bench = undefined;
});

/** Refill rate of a bucket, per second: too slow to matter during a test, on the slowest machine. */
const slowly = 0.01;
const few = { DOOR_OPEN_BURST: 3, DOOR_OPEN_PER_SECOND: slowly, DOOR_FILES_BURST: 3, DOOR_FILES_PER_SECOND: slowly };

const session = { cookie: `cw_session=${goodToken}` };
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const socketPath = '/api/v1/routine-runner/live';
const realTimePath = '/api/socket.io/?EIO=4&transport=websocket';
const read = '/api/v1/cell/routines/r1';

async function openDoor(limits: GatewayBenchOptions['limits'] = few): Promise<string> {
  bench = await startGatewayBench({ limits });
  return bench.url;
}
async function open(url: string): Promise<RawClient> {
  const client = await openRawClient(url);
  clients.push(client);
  return client;
}
/** Sends a request on a new connection, and resolves with the status of the response. */
async function ask(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const client = await open(url);
  client.send(requestText('GET', path, { accept: '*/*', ...headers }));
  return statusesIn(await client.received((text) => statusesIn(text).length === 1))[0] ?? 0;
}
/** Sends requests without a token from the address of the test until the gateway disconnects it. */
async function flood(url: string, path: string): Promise<void> {
  const client = await open(url);
  client.send(requestText('GET', path).repeat(1000));
  await client.closed;
}

describe('A signed-in caller at the address of a flood', () => {
  it.each(['/', '/docs', '/assets/chunk-1.js', read])('gets an answer at %s', async (path) => {
    const url = await openDoor();
    for (const flooded of ['/', '/assets/chunk-2.js']) await flood(url, flooded);
    expect(await ask(url, path), 'without a session').toBe(429);
    expect(await ask(url, path, session)).not.toBe(429);
  });

  it.each([
    ['the runner', socketPath, upgrade],
    ['real-time data', realTimePath, upgrade],
  ])('opens the socket of %s', async (_, path, headers) => {
    const url = await openDoor({ ...few, DOOR_REOPEN_BURST: 100 });
    await flood(url, '/');
    expect(await ask(url, path, headers), 'without a session').not.toBe(101);
    expect(await ask(url, path, { ...headers, ...session })).toBe(101);
  });

  it('gets a connection beyond the number of its address, and keeps it', async () => {
    const limits = { DOOR_MAX_CONNECTIONS_PER_SOURCE: 3, DOOR_RESERVED_CONNECTIONS: 2, DOOR_MAX_KNOWN_BEYOND: 1 };
    const url = await openDoor(limits);
    for (let index = 0; index < 3; index++) await open(url);
    expect(await ask(url, read), 'without a session').toBe(429);
    const person = await open(url);
    person.send(requestText('GET', read, session));
    await person.received((text) => statusesIn(text).length === 1);
    // More than the reserve has places for: its oldest connections are dropped.
    for (let index = 0; index < 8; index++) await open(url);
    person.send(requestText('GET', read, session));
    expect(statusesIn(await person.received((text) => statusesIn(text).length === 2))).toEqual([200, 200]);
    expect(await ask(url, read, session), 'more than the number beyond').toBe(429);
    person.destroy();
    await expect.poll(() => ask(url, read, session)).toBe(200);
  });

  it('has a rate limit of its own where none is without a token', async () => {
    const url = await openDoor();
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push(await ask(url, '/', session));
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
    const other = { authorization: `Bearer ${watcherToken}` };
    expect([await ask(url, '/', other), await ask(url, '/')]).not.toContain(429);
  });
});

describe('A caller with a valid token at the address of guesses', () => {
  const limits = { DOOR_REFUSED_TOKEN_BURST: 3, DOOR_REFUSED_TOKEN_PER_SECOND: slowly };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('gets an answer though it was never seen before', async () => {
    const url = await openDoor(limits);
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push(await ask(url, read, bearer(`cw_guess_${index}`)));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await ask(url, read, bearer(goodToken))).toBe(200);
    expect(await ask(url, read, session)).toBe(200);
  });

  it('spends guesses of its own with wrong tokens beside its session', async () => {
    const url = await openDoor(limits);
    for (let index = 0; index < 4; index++) await ask(url, read, bearer(`cw_guess_${index}`));
    const statuses = [];
    for (let index = 0; index < 4; index++)
      statuses.push(await ask(url, read, { ...session, ...bearer(`cw_another_${index}`) }));
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});
