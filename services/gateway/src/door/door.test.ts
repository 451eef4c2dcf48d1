import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  calls,
  type GatewayBench,
  type GatewayBenchOptions,
  goodToken,
  openSocket,
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

async function openDoor(options: GatewayBenchOptions = {}): Promise<string> {
  bench = await startGatewayBench(options);
  return bench.url;
}
async function open(url: string): Promise<RawClient> {
  const client = await openRawClient(url);
  clients.push(client);
  return client;
}

const authorized = { authorization: `Bearer ${goodToken}` };
const read = requestText('GET', '/api/v1/cell/routines/r1', authorized);
const stop = requestText('POST', '/api/v1/cell/robots/simulated/stop', authorized);
const live = requestText('GET', '/health/live');
const callsOf = (name: string) => calls.filter(({ method }) => method === name).length;

describe('A connection', () => {
  it('gets its responses in order, however many requests it sends ahead', async () => {
    const client = await open(await openDoor());
    client.send(read.repeat(200));
    const text = await client.received((received) => statusesIn(received).length === 200);
    expect(new Set(statusesIn(text))).toEqual(new Set([200]));
  });

  it('returns an error envelope and closes if it sends without end', async () => {
    const url = await openDoor({ limits: { DOOR_MAX_REQUESTS_AT_ONCE: 4, DOOR_MAX_REQUESTS_WAITING: 8 } });
    const before = callsOf('getEntity');
    const client = await open(url);
    client.send(read.repeat(2000));
    const text = await client.closed;
    expect(statusesIn(text).at(-1)).toBe(429);
    expect(text).toMatch(/retry-after: 1\r\n/i);
    expect(text).toContain('{"error":"rate_limited","message":"Too many requests are pending on this connection');
    expect(callsOf('getEntity') - before, 'nothing of the rest was begun').toBeLessThanOrEqual(4 + 8);
  });

  it('may stop after any other requests', async () => {
    const url = await openDoor({ limits: { DOOR_MAX_REQUESTS_AT_ONCE: 1, DOOR_MAX_REQUESTS_WAITING: 8 } });
    const before = callsOf('stop');
    const client = await open(url);
    client.send(read.repeat(20) + stop);
    await expect.poll(() => callsOf('stop') - before).toBe(1);
  });

  it('can send a body while earlier requests wait', async () => {
    const url = await openDoor({ limits: { DOOR_MAX_REQUESTS_AT_ONCE: 1 } });
    const client = await open(url);
    const body = JSON.stringify({ name: 'x'.repeat(300_000) });
    const save = requestText('PUT', '/api/v1/cell/routines/r1', {
      ...authorized,
      'if-match': '"4"',
      'content-type': 'application/json',
      'content-length': String(body.length),
    });
    client.send(read.repeat(5) + save);
    client.send(body.slice(0, 1000));
    await client.received((text) => statusesIn(text).length === 5);
    client.send(body.slice(1000) + read);
    const text = await client.received((received) => statusesIn(received).length === 7);
    expect(statusesIn(text)).toEqual(Array(7).fill(200));
  });
});

/** Refill rate of a bucket, per second: too slow to matter during a test, on the slowest machine. */
const slowly = 0.01;

describe('Clients without a token', () => {
  it.each(
    pickRows(
      ['/metrics', '/health/live', '/api/v1/openapi.json', '/', '/nothing', '/api/v1/cell/routines'],
      ['/', '/api/v1/cell/routines'],
    ),
  )('%s is answered up to a rate, then refused until later', async (path) => {
    const url = await openDoor({ limits: { DOOR_OPEN_BURST: 5, DOOR_OPEN_PER_SECOND: slowly } });
    const client = await open(url);
    client.send(requestText('GET', path, { accept: '*/*' }).repeat(8));
    const text = await client.received((received) => statusesIn(received).length === 8);
    expect(statusesIn(text).filter((status) => status === 429)).toHaveLength(3);
    expect(text).toContain('{"error":"rate_limited","message":"Too many requests without a token');
    const signedIn = await fetch(`${url}/api/v1/cell/routines/r1`, { headers: authorized });
    expect(signedIn.status, 'those with a token are not in it').toBe(200);
  });
});

describe('Files of the browser UI', () => {
  const file = requestText('GET', '/assets/chunk-1.js', { accept: '*/*' });

  it('load for several pages of one address, which may be that of a proxy, within a separate rate limit', async () => {
    const limits = {
      DOOR_OPEN_BURST: 2,
      DOOR_OPEN_PER_SECOND: slowly,
      DOOR_FILES_BURST: 6,
      DOOR_FILES_PER_SECOND: slowly,
    };
    const client = await open(await openDoor({ limits }));
    client.send(file.repeat(8));
    const text = await client.received((received) => statusesIn(received).length === 8);
    expect(statusesIn(text).filter((status) => status === 429)).toHaveLength(2);
    client.send(requestText('GET', '/', { accept: '*/*' }));
    const page = await client.received((received) => statusesIn(received).length === 9);
    expect(statusesIn(page).at(-1), 'files leave the page its share').not.toBe(429);
  });
});

describe('A burst of pipelined requests', () => {
  it('builds no request after the refusal that closes the connection', async () => {
    const url = await openDoor({ limits: { DOOR_OPEN_BURST: 5, DOOR_OPEN_PER_SECOND: slowly } });
    const client = await open(url);
    client.send(live.repeat(5000));
    const text = await client.closed;
    const refusals = statusesIn(text).filter((status) => status === 429).length;
    expect(refusals).toBeGreaterThan(0);
    // Maximum of refusals for one connection, plus those parsed with the last.
    expect(refusals).toBeLessThanOrEqual(201);
  });

  it('counts an unknown cookie or token as none', async () => {
    const url = await openDoor({ limits: { DOOR_OPEN_BURST: 4, DOOR_OPEN_PER_SECOND: slowly } });
    const client = await open(url);
    const unknown: Readonly<Record<string, string>>[] = [
      { cookie: 'a=b' },
      { cookie: 'cw_session=guess' },
      { authorization: 'Bearer cw_guess' },
    ];
    for (const headers of unknown) client.send(requestText('GET', '/api/v1/cell/routines/r1', headers).repeat(2));
    const text = await client.received((received) => statusesIn(received).length === 6);
    expect(statusesIn(text)).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it('limits the connections of a rate-limited source, and lets it stop over any of them', async () => {
    const url = await openDoor({
      limits: {
        DOOR_OPEN_BURST: 1,
        DOOR_OPEN_PER_SECOND: slowly,
        DOOR_REOPEN_BURST: 2,
        DOOR_REOPEN_PER_SECOND: slowly,
        DOOR_MAX_KNOWN_BEYOND: 1,
      },
    });
    const flooding = await open(url);
    flooding.send(live.repeat(1000));
    await flooding.closed;
    const again = await Promise.all([1, 2, 3, 4].map(() => open(url)));
    for (const client of again) client.send(read);
    const answers = await Promise.all(again.map((client) => client.received((text) => statusesIn(text).length === 1)));
    // Two as of any client, and one beyond because the token is known.
    expect(answers.flatMap(statusesIn).toSorted()).toEqual([200, 200, 200, 429]);
    const stopping = await open(url);
    stopping.send(stop);
    expect(statusesIn(await stopping.received((received) => received.includes('stopEpoch')))).toEqual([200]);
  });
});

describe('Tokens', () => {
  const ask = (url: string, token: string, path = '/routines/r1', method = 'GET') =>
    fetch(`${url}/api/v1/cell${path}`, { method, headers: { authorization: `Bearer ${token}` } });

  it('have a separate rate limit, which does not apply to a stop', async () => {
    const url = await openDoor({ limits: { DOOR_TOKEN_BURST: 3, DOOR_TOKEN_PER_SECOND: slowly } });
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push((await ask(url, goodToken)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await ask(url, goodToken);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1 / slowly - 10);
    expect(await refused.json()).toMatchObject({ error: 'rate_limited' });
    expect((await ask(url, goodToken, '/robots/simulated/emergency-stop', 'POST')).status).toBe(200);
    expect((await ask(url, watcherToken, '/robots/simulated/state')).status, 'another one').not.toBe(429);
  });

  it('limit guesses, without locking out owners of valid ones', async () => {
    const url = await openDoor({ limits: { DOOR_REFUSED_TOKEN_BURST: 3, DOOR_REFUSED_TOKEN_PER_SECOND: slowly } });
    expect((await ask(url, goodToken)).status).toBe(200);
    const statuses = [];
    for (let index = 0; index < 5; index++) statuses.push((await ask(url, `cw_guess_${index}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await ask(url, goodToken)).status).toBe(200);
    expect((await ask(url, watcherToken, '/robots/simulated/stop', 'POST')).status, 'a stop').toBe(200);
  });
});

describe('Connections', () => {
  const few = { DOOR_MAX_CONNECTIONS: 3, DOOR_MAX_CONNECTIONS_PER_SOURCE: 3, DOOR_RESERVED_CONNECTIONS: 2 };

  it.each([
    ['in all', { ...few, DOOR_MAX_CONNECTIONS_PER_SOURCE: 100 }, 503, 'unavailable'],
    ['of one address', { ...few, DOOR_MAX_CONNECTIONS: 100 }, 429, 'rate_limited'],
  ])('beyond a number %s are refused in the envelope, except for a stop', async (_, limits, status, code) => {
    const url = await openDoor({ limits });
    for (let index = 0; index < 3; index++) await open(url);
    const beyond = await open(url);
    beyond.send(live);
    const text = await beyond.closed;
    expect(statusesIn(text)).toEqual([status]);
    expect(text).toContain(`{"error":"${code}"`);
    expect(text).toMatch(/retry-after: 1\r\n/i);
    const stopping = await open(url);
    stopping.send(stop);
    expect(statusesIn(await stopping.received((received) => received.includes('stopEpoch')))).toEqual([200]);
  });

  it('in the reserve without a stop are replaced by a new one', async () => {
    const url = await openDoor({ limits: few });
    for (let index = 0; index < 30; index++) await open(url);
    const stopping = await open(url);
    stopping.send(stop);
    await stopping.received((received) => received.includes('stopEpoch'));
  });

  it('no longer count as open once they are closed', async () => {
    const url = await openDoor({ limits: few });
    for (let round = 0; round < 5; round++) {
      const [first] = await Promise.all([open(url), open(url), open(url)]);
      first?.send(live);
      expect(statusesIn((await first?.received((received) => received.includes('}'))) ?? '')).toEqual([200]);
      for (const client of clients.splice(0)) client.destroy();
      await expect
        .poll(async () => {
          const probe = await open(url);
          probe.send(live);
          const [status] = statusesIn(await probe.received((received) => statusesIn(received).length > 0));
          probe.destroy();
          return status;
        })
        .toBe(200);
    }
  });

  it('close in time if they never send anything, or never finish', async () => {
    const url = await openDoor({ limits: { DOOR_HEADERS_TIMEOUT_MS: 200, DOOR_REQUEST_TIMEOUT_MS: 400 } });
    const silent = await Promise.all(Array.from({ length: 50 }, () => open(url)));
    const half = await open(url);
    half.send('GET /health/live HTTP/1.1\r\nhost: ce');
    const noBody = await open(url);
    noBody.send(
      requestText('POST', '/api/v1/cell/routines', {
        ...authorized,
        'content-type': 'application/json',
        'content-length': '10',
      }),
    );
    for (const client of [...silent, half, noBody]) await client.closed;
    expect(await half.closed).toContain('"message":"The request did not arrive in time. Send it again"');
  });

  inExhaustiveRuns(() => {
    it('close if they do not read their responses, which are dropped', async () => {
      const routine = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_000_000) }));
      const url = await openDoor({ routine, limits: { DOOR_UNREAD_TIMEOUT_MS: 300 } });
      const reader = await open(url);
      reader.pause();
      reader.send(read.repeat(4));
      const readWhole = async () => (await fetch(`${url}/api/v1/cell/routines/r1`, { headers: authorized })).text();
      await expect.poll(async () => (await readWhole()).length).toBeGreaterThan(5_000_000);
      // Long enough for the gateway to have closed it; the rest is buffered by the network.
      await expect.poll(() => bench?.connections()).toBe(1);
      reader.resume();
      expect((await reader.closed).length).toBeLessThan(4 * 5_000_000);
    });

    it('have a total limit of unread bytes; more are refused', async () => {
      const routine = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_000_000) }));
      const url = await openDoor({ routine, limits: { DOOR_MAX_UNREAD_BYTES: 8_000_000 } });
      const reader = await open(url);
      reader.pause();
      reader.send(read);
      await expect.poll(() => callsOf('getEntity')).toBeGreaterThan(0);
      await expect
        .poll(async () => (await fetch(`${url}/api/v1/cell/routines/r1`, { headers: authorized })).status)
        .toBe(503);
      reader.destroy();
      await expect
        .poll(async () => (await fetch(`${url}/api/v1/cell/routines/r1`, { headers: authorized })).status)
        .toBe(200);
    });
  });
});

describe('An upgrade', () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };

  it.each(pickRows(['/health/live', '/nothing', '/api/v1/cell/routines', '/'], ['/nothing']))(
    'at %s, which is not a socket, is refused in the envelope and closed',
    async (path) => {
      const client = await open(await openDoor());
      client.send(requestText('GET', path, upgrade));
      const text = await client.closed;
      expect(statusesIn(text)).toEqual([400]);
      expect(text).toContain('{"error":"request_failed_validation","message":"No socket at this address');
    },
  );

  it('closes if its client never authenticates', async () => {
    const client = await open(await openDoor());
    client.send(requestText('GET', '/api/v1/routine-runner/live', upgrade));
    expect(statusesIn(await client.closed)).toEqual([101]);
  });
});

describe('A runner socket', () => {
  it('reads a stop before requests that were sent earlier', async () => {
    const url = await openDoor();
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.receive(({ kind }) => kind === 'authenticated');
    const order: string[] = [];
    client.socket.on('message', (data) => order.push(String(JSON.parse(String(data)).id)));
    for (let index = 0; index < 600; index++)
      client.socket.send(JSON.stringify({ id: `r${index}`, kind: 'getLoadedRoutineState', payload: {} }));
    client.socket.send(JSON.stringify({ id: 'stop', kind: 'stop' }));
    await client.receive(({ id }) => id === 'stop');
    await client.receive(({ id }) => id === 'r599');
    expect(order.indexOf('stop')).toBeLessThan(300);
    client.socket.close();
  });

  it('loses its connection if it sends without end', async () => {
    const client = openSocket(await openDoor());
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.receive(({ kind }) => kind === 'authenticated');
    const text = JSON.stringify({ id: 'x', kind: 'getLoadedRoutineState', payload: {} });
    for (let index = 0; index < 60_000 && client.socket.readyState === WebSocket.OPEN; index++)
      client.socket.send(text);
    expect(await client.closed).toBe(4408);
  });
});

describe('Closing', () => {
  it('completes accepted requests, and asks clients to open another connection', async () => {
    const url = await openDoor({ limits: { DOOR_DRAIN_TIMEOUT_MS: 3000 } });
    const idle = await open(url);
    idle.send(live);
    await idle.received((text) => text.includes('}'));
    const busy = await open(url);
    busy.send(read.repeat(50));
    const stopped = bench?.stop();
    bench = undefined;
    const text = await busy.closed;
    expect(statusesIn(text)).not.toContain(503);
    expect(statusesIn(text).length).toBeGreaterThan(0);
    expect(await idle.closed).toContain('200 OK');
    await stopped;
  });
});
