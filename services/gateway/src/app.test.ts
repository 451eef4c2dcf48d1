import { connect } from 'node:net';
import { hashState, ProductError, runnerSubjects, type StateSnapshot } from '@cellwright/domain';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import {
  createHealth,
  createInProcessBus,
  createMetrics,
  type EventBus,
  silentLogger,
  systemClock,
} from '@cellwright/service-kit';
import {
  type GrpcServer,
  type GrpcServiceDefinition,
  grpcService,
  type Handlers,
  startGrpcServer,
} from '@cellwright/service-kit/grpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { build, type Gateway } from './app.ts';

const goodToken = 'cw_good';
const watcherToken = 'cw_watcher';
const calls: { method: string; request: unknown }[] = [];
let bus: EventBus;
let gateway: Gateway;
let url = '';
const servers: GrpcServer[] = [];

/** A service that refuses everything but the handlers given, and notes what it was asked. */
function fakeService<S extends GrpcServiceDefinition>(definition: S, handlers: Partial<Handlers<S>>) {
  const complete = Object.fromEntries(
    Object.keys(definition).map((name) => [
      name,
      async (request: unknown, call: never) => {
        calls.push({ method: name, request });
        const handler = handlers[name];
        if (!handler) throw new ProductError('not_found', `the test has no ${name}`);
        return (handler as (request: unknown, call: never) => unknown)(request, call);
      },
    ]),
  );
  return grpcService(definition, complete as Handlers<S>);
}

const state = { kind: 'Idle', steps: {} };
const snapshot = (): StateSnapshot => ({
  kind: 'snapshot',
  seq: 7,
  hash: hashState(sessionState),
  state: sessionState,
});
const sessionState: StateSnapshot['state'] = {
  robotKind: 'simulated',
  isTwin: false,
  kind: 'Idle',
  isPaused: false,
  isControllerConnected: true,
  brakes: 'engaged',
  stopEpoch: 3,
  lease: null,
  speedRestrictionPercentage: 1,
  testRunSpeed: null,
  failure: null,
  safety: { isEStopped: false, isSafeguardOpen: false },
  motionActivity: 'none',
  payload: { mass: 0 },
  io: { 'Output 1': 'low' },
  tool: { name: 'none', tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } },
  routine: null,
  run: null,
  steps: {},
  variables: {},
};

async function serve(service: ReturnType<typeof fakeService>): Promise<string> {
  const server = await startGrpcServer({ services: [service], port: 0, log: silentLogger });
  servers.push(server);
  return server.address;
}

beforeAll(async () => {
  bus = createInProcessBus();
  const identity = await serve(
    fakeService(IdentityServiceService, {
      authenticate: async ({ token }) => {
        if (token === goodToken)
          return { subjectId: 't1', name: 'Ada', permissions: ['connectToRobot', 'account'], expiresAt: '' };
        if (token === watcherToken) return { subjectId: 't2', name: 'Watcher', permissions: [], expiresAt: '' };
        throw new ProductError('authorization_required', 'Invalid token');
      },
    }),
  );
  const library = await serve(
    fakeService(LibraryServiceService, {
      getRoutine: async ({ id }) => ({ routine: { json: Buffer.from(`{"id":"${id}"}`), version: 4 } }),
      saveRoutine: async ({ routineJson }) => ({ routine: { json: routineJson, version: 5 } }),
    }),
  );
  const runner = await serve(
    fakeService(RunnerServiceService, {
      getSnapshot: async () => ({ snapshotJson: Buffer.from(JSON.stringify(snapshot())) }),
      stop: async () => ({ stopEpoch: 8 }),
      endSession: async () => ({}),
      send: async ({ requestJson }) => {
        const { id } = JSON.parse(Buffer.from(requestJson).toString('utf8'));
        return { responseJson: Buffer.from(JSON.stringify({ kind: 'response', id, ok: true, result: { state } })) };
      },
    }),
  );
  const equipment = await serve(fakeService(EquipmentServiceService, {}));
  gateway = await build({
    host: '127.0.0.1',
    port: 0,
    addresses: { library, runner, equipment, identity, planner: '127.0.0.1:9' },
    bus,
    clock: systemClock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  ({ url } = await gateway.start());
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all(servers.map((server) => server.close()));
  await bus.close();
});

const get = (path: string, init: RequestInit = {}, token = goodToken) =>
  fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

const envelopeOf = async (response: Response) =>
  z.object({ error: z.string(), message: z.string() }).parse(await response.json());

describe('errors', () => {
  it.each(['/api/v1/nothing', '//api/v1/cell/routines', '/api', '/nothing'])(
    '%s is answered with the JSON envelope',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: 'not_found',
        message: expect.stringContaining('There is nothing at'),
      });
    },
  );

  it('an unknown token is refused with 401, and a missing permission by name with 403', async () => {
    const unknown = await get('/api/v1/cell/routines/r1', {}, 'cw_bad');
    expect([unknown.status, await unknown.json()]).toEqual([
      401,
      { error: 'authorization_required', message: 'Invalid token' },
    ]);
    const watcher = await get('/api/v1/cell/routines/r1', {}, watcherToken);
    expect(watcher.status).toBe(403);
    expect((await envelopeOf(watcher)).message).toContain("'connectToRobot'");
  });

  it('a body over 8 MiB is refused with 413, in words', async () => {
    const response = await get('/api/v1/cell/routines', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(8 * 1024 * 1024 + 1),
    });
    expect([response.status, (await envelopeOf(response)).error]).toEqual([413, 'too_large']);
  });

  it.each([
    ['/api/v1/cell/%zz', 400],
    [`/api/v1/cell/routines/${'x'.repeat(129)}`, 400],
    [`/api/v1/cell/routines/${'x'.repeat(30_000)}`, 431],
    ['/api/v1/cell/routines/a%00b', 400],
    ['/api/v1/cell/space-items?kind=%00', 400],
    ['/api/v1/cell/runs?routineID=%00', 400],
    ['/api/v1/cell/routines?offset=2147483648', 400],
    ['/api/v1/routine-runner/live', 400],
  ])('%.60s is refused in the envelope too', async (path, status) => {
    const response = await get(path);
    expect([response.status, (await envelopeOf(response)).error]).toEqual([status, 'request_failed_validation']);
  });

  it('what is no HTTP at all is answered in the envelope', async () => {
    const { hostname, port } = new URL(url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.write('hello\r\n\r\n'));
      let text = '';
      socket.on('data', (data) => {
        text += String(data);
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"request_failed_validation"');
  });

  it('a body that is not JSON is refused saying what to send', async () => {
    const response = await get('/api/v1/cell/routines', {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<a/>',
    });
    expect([response.status, (await envelopeOf(response)).message]).toEqual([
      400,
      expect.stringContaining('application/json'),
    ]);
  });

  it('a token name with a control character is refused', async () => {
    const response = await get('/api/v1/cell/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a\u0000b' }),
    });
    expect([response.status, (await envelopeOf(response)).message]).toEqual([
      400,
      expect.stringContaining('control characters'),
    ]);
  });

  it('wrong parameters are refused with the spec’s words', async () => {
    const response = await get('/api/v1/cell/routines?limit=0');
    expect(response.status).toBe(400);
    expect((await envelopeOf(response)).message).toContain('Limit must be greater than 0.');
  });

  it.each(['NaN', '1e308', '-1', '%00', '__proto__'])('an odd version (%s) is answered with 400', async (version) => {
    expect((await get(`/api/v1/cell/routines/r1?version=${version}`)).status).toBe(400);
  });
});

describe('documents', () => {
  it('pass through byte by byte, with their version', async () => {
    const response = await get('/api/v1/cell/routines/r1');
    expect(await response.text()).toBe('{"version":4,"routine":{"id":"r1"}}');
  });

  it('are not parsed here: what is not JSON reaches its owner', async () => {
    const response = await get('/api/v1/cell/routines/r1?expectedVersion=4', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"cut off',
    });
    expect(response.status).toBe(200);
    const saved = calls.findLast(({ method }) => method === 'saveRoutine');
    expect(saved?.request).toMatchObject({ id: 'r1', expectedVersion: 4, author: { id: 't1', name: 'Ada' } });
  });
});

describe('the API page and its description', () => {
  it('lists every route in OpenAPI and serves a page from this machine', async () => {
    const description = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse(await (await fetch(`${url}/api/v1/openapi.json`)).json());
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/cell/routines',
        '/api/v1/cell/runs/{id}/journal',
        '/api/v1/cell/robots/{robotKind}/stop',
      ]),
    );
    const page = await (await fetch(url)).text();
    for (const [, asset] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(`${url}${asset}`)).status).toBe(200);
  });
});

describe('stopping over HTTP', () => {
  it('needs no permission beyond a token', async () => {
    const response = await get('/api/v1/cell/robots/simulated/stop', { method: 'POST' }, watcherToken);
    expect([response.status, await response.json()]).toEqual([200, { stopEpoch: 8 }]);
  });

  it.each([
    ['application/json', ''],
    ['application/json', '{"cut off'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['garbage', 'x'],
  ])('is never refused for its body (%s)', async (contentType, body) => {
    const response = await get('/api/v1/cell/robots/simulated/emergency-stop', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect(response.status).toBe(200);
  });
});

/** Opens the runner socket and collects what it says. */
function openSocket(headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`, { headers });
  const received: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  return {
    socket,
    closed,
    send: async (message: unknown) => {
      if (socket.readyState === socket.CONNECTING) await new Promise((resolve) => socket.once('open', resolve));
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    receive: (fits: (message: Record<string, unknown>) => boolean) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const check = () => {
          const found = received.find(fits);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}

describe('the runner socket', () => {
  it('shows a client out that sends a wrong token, or anything else first', async () => {
    const wrong = openSocket();
    await wrong.send({ kind: 'authenticate', token: 'cw_bad' });
    expect(await wrong.closed).toBe(4401);
    const silent = openSocket();
    await silent.send({ id: '1', kind: 'stop' });
    expect(await silent.closed).toBe(4401);
  });

  it('refuses a page of another origin', async () => {
    const foreign = openSocket({ origin: 'http://evil.example' });
    const status = new Promise((resolve) =>
      foreign.socket.once('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      }),
    );
    expect(await status).toBe(403);
  });

  it('sends a snapshot, then patches and frames as they come', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    expect(await client.receive(({ kind }) => kind === 'snapshot')).toMatchObject({ seq: 7, state: { kind: 'Idle' } });
    const patched = { ...sessionState, brakes: 'disengaged' as const };
    const patch = {
      kind: 'patch',
      seq: 8,
      hash: hashState(patched),
      patch: [{ op: 'replace', path: '/brakes', value: 'disengaged' }],
    };
    await bus.publish(runnerSubjects.patch('simulated'), patch);
    expect(await client.receive(({ kind }) => kind === 'patch')).toEqual(patch);
    const frame = { kind: 'frame', seq: 1, t: 1.5, q: [0, 0, 0, 0, 0, 0] };
    await bus.publish(runnerSubjects.frame('simulated'), frame);
    expect(await client.receive(({ kind }) => kind === 'frame')).toEqual(frame);
    client.socket.close();
  });

  it('answers requests by id, also those sent right behind the token', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send({ id: 'a', kind: 'getLoadedRoutineState', payload: {} });
    expect(await client.receive(({ id }) => id === 'a')).toMatchObject({ ok: true });
    client.socket.close();
  });

  it('takes the short way for a stop, and needs no permission for it', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: watcherToken });
    await client.send({ id: 's', kind: 'stop', payload: { reason: 5 } });
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    await client.send({ id: 'p', kind: 'playRoutine' });
    expect(await client.receive(({ id }) => id === 'p')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    client.socket.close();
  });

  it('stops also when the rest of the message makes no sense', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send({ id: 's', kind: 'stop', epoch: 'yesterday' });
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    await client.send({ kind: 'emergencyStop' });
    expect(await client.receive(({ id }) => id === '')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    client.socket.close();
  });

  it('refuses a message that nests too deep, in words', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    const payload = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await client.send(`{"id":"d","kind":"loadRoutine","payload":${payload}}`);
    expect(await client.receive(({ id }) => id === 'd')).toMatchObject({
      ok: false,
      error: { code: 'too_large', message: expect.stringContaining('levels deep') },
    });
    client.socket.close();
  });

  it('names an unknown kind and a bad packet, and goes on', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send({ id: 'u', kind: 'fly' });
    expect(await client.receive(({ id }) => id === 'u')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('unknown message kind') },
    });
    await client.send({ id: 'b' });
    expect(await client.receive(({ id }) => id === 'b')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Bad packet') },
    });
    client.socket.close();
  });

  it('tells the runner when a client has gone', async () => {
    const client = openSocket();
    await client.send({ kind: 'authenticate', token: goodToken });
    const { sessionID } = await client.receive(({ kind }) => kind === 'authenticated');
    client.socket.terminate();
    await expect
      .poll(() =>
        calls.some(
          ({ method, request }) => method === 'endSession' && JSON.stringify(request).includes(String(sessionID)),
        ),
      )
      .toBe(true);
  });
});
