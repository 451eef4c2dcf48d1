import { connect } from 'node:net';
import { lagFactor } from '@cellwright/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodToken, openSocket, watcherToken } from '../testing/gateway-bench.fixture.ts';
import { type RealTimeBench, startRealTimeBench } from '../testing/real-time-bench.fixture.ts';

let cell: RealTimeBench;
const signIn: RealTimeBench['signIn'] = (...options) => cell.signIn(...options);
const open: RealTimeBench['open'] = (...options) => cell.open(...options);
beforeAll(async () => {
  cell = await startRealTimeBench();
});
afterEach(() => cell.closeClients());
afterAll(() => cell.stop());

describe('Live events', () => {
  const at = new Date().toISOString();
  const state = { connected: true, status: 'idle' };
  const run = {
    id: 'run_1',
    robotKind: 'live',
    isTwin: true,
    routineID: 'routine_1',
    routineName: 'Two waits',
    routineVersion: 1,
    status: 'running',
    startedAt: at,
    endedAt: null,
    cycleCount: 0,
    cycleTimeSeconds: null,
    distanceMeters: 0,
    failure: null,
    stop: null,
    interruptedIn: null,
  };

  it('reach clients that may use the robot, for the requested robot', async () => {
    const live = await signIn(goodToken, { query: { robotKind: 'live' } });
    const others = [await signIn(), await signIn(watcherToken, { query: { robotKind: 'live' } })];
    const heard: unknown[] = [];
    const overheard: unknown[] = [];
    for (const event of ['equipmentStates patched', 'runJournal created']) {
      live.socket.on(event, (told: unknown) => heard.push(told));
      for (const { socket } of others) socket.on(event, (told: unknown) => overheard.push(told));
    }
    const told = { equipmentID: 'equipment_1', robotKind: 'live', isTwin: true, state };
    await cell.bus.publish('equipment.state', told);
    await expect.poll(() => heard).toMatchObject([told]);
    await cell.bus.publish('event.runner.journal', { run, entries: [] });
    await expect.poll(() => heard.slice(1)).toMatchObject([{ run: { id: 'run_1' }, entries: [] }]);
    expect(overheard).toEqual([]);
  });
});

describe('Signing in', () => {
  it('returns the subject of the token, also for reAuthenticate', async () => {
    const client = open();
    await expect(client.service('globalSpace').find()).rejects.toMatchObject({
      name: 'NotAuthenticated',
      code: 401,
      data: { code: 'authorization_required' },
    });
    const answer = await client.app.authenticate({ strategy: 'token', accessToken: goodToken });
    expect(answer).toMatchObject({
      accessToken: goodToken,
      user: { id: 't1', name: 'Ada', permissions: ['connectToRobot', 'author', 'account'] },
    });
    expect(await client.app.reAuthenticate(true)).toMatchObject({ user: { id: 't1' } });
    expect(await client.service('globalSpace').find({ query: { $limit: 1 } })).toMatchObject({ limit: 1 });
  });

  it('fails with an invalid token, in the handshake and after', async () => {
    await expect(signIn('cw_bad')).rejects.toMatchObject({
      message: 'Invalid token',
      data: { name: 'NotAuthenticated' },
    });
    await expect(open().app.authenticate({ strategy: 'token', accessToken: 'cw_bad' })).rejects.toMatchObject({
      name: 'NotAuthenticated',
    });
    await expect(open().app.authenticate({ strategy: 'local', email: 'a', password: 'b' })).rejects.toMatchObject({
      name: 'BadRequest',
    });
  });

  it('must happen within 2 s', async () => {
    const startedAt = performance.now();
    expect(await open().disconnected).toBe('io server disconnect');
    expect(performance.now() - startedAt).toBeGreaterThan(1900);
  });

  it('requires an existing robot', async () => {
    await expect(signIn(goodToken, { query: { robotKind: 'imaginary' } })).rejects.toMatchObject({
      message: expect.stringContaining('live or simulated'),
    });
    await signIn(goodToken, { query: { robotKind: 'live' } });
  });

  it('fails from a page of another origin, on both transports', async () => {
    const extraHeaders = { origin: 'http://evil.example' };
    await expect(signIn(goodToken, { extraHeaders, transports: ['websocket'] })).rejects.toThrow();
    await expect(signIn(goodToken, { extraHeaders, transports: ['polling'] })).rejects.toThrow();
    await signIn(goodToken, { extraHeaders: { origin: cell.url } });
  });
});

describe('An open connection', () => {
  it('ends when its token is revoked, and receives nothing more', async () => {
    cell.identity.grant('cw_guest', { subjectId: 't9', name: 'Guest', permissions: [] });
    await expect
      .poll(() =>
        signIn('cw_guest').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const guest = await signIn('cw_guest');
    const startedAt = performance.now();
    cell.identity.revoke('cw_guest');
    expect(await guest.disconnected).toBe('io server disconnect');
    expect(performance.now() - startedAt).toBeLessThan(5000 * lagFactor());
  });

  it('can exist alongside other sockets', async () => {
    await signIn();
    const runner = openSocket(cell.url);
    await runner.send({ kind: 'authenticate', token: goodToken });
    await runner.receive(({ kind }) => kind === 'snapshot');
    runner.socket.close();
  });

  it('closes when it sends garbage, without affecting the gateway', async () => {
    const { hostname, port } = new URL(cell.url);
    const raw = connect({ host: hostname, port: Number(port) }).resume();
    raw.write(
      `GET /api/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${hostname}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x00\xff rubbish`,
    );
    await new Promise((resolve) => raw.on('close', resolve));
    expect(await (await signIn()).service('globalSpace').find({ query: { $limit: 1 } })).toMatchObject({ limit: 1 });
  });
});
