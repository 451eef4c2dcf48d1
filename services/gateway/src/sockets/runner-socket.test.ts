import { connect, Socket } from 'node:net';
import { hashState } from '@cellwright/domain/run';
import { busSubjects } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { frameOf } from '../door/raw-client.fixture.ts';
import {
  calls,
  type GatewayBench,
  goodToken,
  openSocket,
  sessionState,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';

const lineSchema = z.object({ _socket: z.instanceof(Socket) });
/** Returns the TCP connection of a client. */
const lineOf = (socket: WebSocket): Socket => lineSchema.parse({ _socket: Reflect.get(socket, '_socket') })._socket;

let bench: GatewayBench;
let url = '';
beforeAll(async () => {
  bench = await startGatewayBench();
  ({ url } = bench);
});
afterAll(() => bench.stop());

describe('The runner socket', () => {
  it('disconnects a client that first sends a wrong token or another message', async () => {
    const wrong = openSocket(url);
    await wrong.send({ kind: 'authenticate', token: 'cw_bad' });
    expect(await wrong.closed).toBe(4401);
    const silent = openSocket(url);
    await silent.send({ id: '1', kind: 'stop' });
    expect(await silent.closed).toBe(4401);
  });

  it('rejects a page of another origin', async () => {
    const foreign = openSocket(url, { origin: 'http://evil.example' });
    const status = new Promise((resolve) =>
      foreign.socket.once('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      }),
    );
    expect(await status).toBe(403);
  });

  it('sends a snapshot, then patches and frames as they arrive', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    expect(await client.receive(({ kind }) => kind === 'snapshot')).toMatchObject({ seq: 7, state: { kind: 'Idle' } });
    const patched = { ...sessionState, brakes: 'disengaged' as const };
    const patch = {
      kind: 'patch',
      seq: 8,
      hash: hashState(patched),
      patch: [{ op: 'replace', path: '/brakes', value: 'disengaged' }],
    };
    await bench.bus.publish(busSubjects.robotPatch.of('simulated'), patch);
    expect(await client.receive(({ kind }) => kind === 'patch')).toEqual(patch);
    const frame = { kind: 'frame', seq: 1, t: 1.5, q: [0, 0, 0, 0, 0, 0] };
    await bench.bus.publish(busSubjects.robotFrame.of('simulated'), frame);
    expect(await client.receive(({ kind }) => kind === 'frame')).toEqual(frame);
    client.socket.close();
  });

  it('responds to requests by id, also those sent right after the token', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send({ id: 'a', kind: 'getLoadedRoutineState', payload: {} });
    expect(await client.receive(({ id }) => id === 'a')).toMatchObject({ ok: true });
    client.socket.close();
  });

  it('sends a stop directly to the runner, without a permission', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: watcherToken });
    await client.send({ id: 's', kind: 'stop', payload: { reason: 5 } });
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    await client.send({ id: 'p', kind: 'playRoutine' });
    expect(await client.receive(({ id }) => id === 'p')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    client.socket.close();
  });

  it('sends the permissions of a client again as soon as they change', async () => {
    const subject = { subjectId: 't8', name: 'Changing' };
    bench.identity.grant('cw_changing', { ...subject, permissions: ['connectToRobot'] });
    const headers = { authorization: 'Bearer cw_changing' };
    // The gateway learns of a new token from identity with a delay.
    await expect.poll(async () => (await fetch(`${url}/api/v1/cell/me`, { headers })).status).toBe(200);
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: 'cw_changing' });
    const first = await client.receive(({ kind }) => kind === 'authenticated');
    expect(first).toMatchObject({ permissions: ['connectToRobot'] });
    bench.identity.grant('cw_changing', { ...subject, permissions: [] });
    const next = await client.receive(({ permissions }) => Array.isArray(permissions) && permissions.length === 0);
    expect(next).toEqual({ ...first, permissions: [], at: expect.any(String) });
    client.socket.close();
  });

  it('passes to the runner how the client was admitted, and whether it is a page of the cell', async () => {
    const stopFrom = async (options: { origin?: string }) => {
      const client = openSocket(url, options);
      await client.send({ kind: 'authenticate', token: watcherToken });
      await client.send({ id: 's', kind: 'stop' });
      await client.receive(({ id }) => id === 's');
      client.socket.close();
      return calls.findLast(({ method }) => method === 'stop')?.request;
    };
    const caller = { name: 'Watcher', subjectId: 't2', door: 'socket', access: 'developerToken' };
    expect(await stopFrom({ origin: url })).toMatchObject({ caller: { ...caller, isPage: true } });
    expect(await stopFrom({})).toMatchObject({ caller: { ...caller, isPage: false } });
  });

  it('stops even if the rest of the message is invalid', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send({ id: 's', kind: 'stop', epoch: 'yesterday' });
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    await client.send({ kind: 'emergencyStop' });
    expect(await client.receive(({ id }) => id === '')).toMatchObject({ ok: true, result: { stopEpoch: 8 } });
    client.socket.close();
  });

  it('answers requests for the state from the replica, as new as the request, without work for the commander', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: watcherToken });
    const first = await client.receive(({ kind }) => kind === 'snapshot');
    const sentBefore = calls.filter(({ method }) => method === 'send').length;
    await client.send({ id: 'g', kind: 'getStateSnapshot', payload: {} });
    const { seq, hash, state } = first;
    const response = { kind: 'response', id: 'g', ok: true, result: { seq, hash, state } };
    expect(await client.receive(({ id }) => id === 'g')).toEqual(response);
    expect(calls.filter(({ method }) => method === 'send')).toHaveLength(sentBefore);
    client.socket.close();
  });

  it('stops after 2,000 requests that were sent together with the token', async () => {
    const client = openSocket(url);
    await new Promise((resolve) => client.socket.once('open', resolve));
    const stopsBefore = calls.filter(({ method }) => method === 'stop').length;
    client.socket.send(JSON.stringify({ kind: 'authenticate', token: goodToken }));
    for (let index = 0; index < 2000; index++)
      client.socket.send(JSON.stringify({ id: `q${index}`, kind: 'getStateSnapshot', payload: {} }));
    client.socket.send(JSON.stringify({ id: 's', kind: 'stop' }));
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
    expect(calls.filter(({ method }) => method === 'stop')).toHaveLength(stopsBefore + 1);
    client.socket.close();
  });

  it('stops before the requests in front of the stop are answered, and once', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.receive(({ kind }) => kind === 'snapshot');
    const begin = calls.length;
    const requests = Array.from({ length: 500 }, (_, n) =>
      frameOf(`{"id":"q${n}","kind":"getStateSnapshot","payload":{}}`),
    );
    // All at once: each frame by itself takes the client longer than the gateway.
    lineOf(client.socket).write(Buffer.concat([...requests, frameOf('{"id":"s","kind":"stop"}')]));
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
    expect(await client.receive(({ id }) => id === 'q499')).toMatchObject({ ok: true });
    const methods = calls.slice(begin).map(({ method }) => method);
    expect(methods.filter((method) => method === 'stop')).toHaveLength(1);
    // Batches of requests ask for the newest state together: about twelve calls, before all of which the stop is found.
    expect(methods.indexOf('stop')).toBeLessThanOrEqual(6);
    client.socket.close();
  });

  it('refuses a command that was sent before a stop and is read after it', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.receive(({ kind }) => kind === 'snapshot');
    const begin = calls.length;
    const play = '"kind":"playRoutine","payload":{}';
    const sent = [`{"id":"p1",${play}}`, '{"id":"s","kind":"stop"}', `{"id":"p2",${play}}`];
    lineOf(client.socket).write(Buffer.concat(sent.map((text) => frameOf(text))));
    expect(await client.receive(({ id }) => id === 'p1')).toMatchObject({
      ok: false,
      error: { code: 'conflict', message: 'A stop was requested first. Send it again if you still need it' },
    });
    expect(await client.receive(({ id }) => id === 'p2')).toMatchObject({ ok: true });
    const methods = calls.slice(begin).map(({ method }) => method);
    expect(methods.filter((method) => method === 'stop' || method === 'send')).toEqual(['stop', 'send']);
    client.socket.close();
  });

  it('stops after more messages than may wait, which close the socket', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.receive(({ kind }) => kind === 'authenticated');
    const stopsBefore = calls.filter(({ method }) => method === 'stop').length;
    for (let index = 0; index < 20_000; index++)
      client.socket.send(JSON.stringify({ id: `q${index}`, kind: 'getLoadedRoutineState', payload: {} }));
    client.socket.send(JSON.stringify({ id: 's', kind: 'stop' }));
    await expect
      .poll(() => calls.filter(({ method }) => method === 'stop').length, { timeout: 20_000 })
      .toBe(stopsBefore + 1);
    client.socket.close();
  });

  it('stops after a close of the gateway as long as the client sends', async () => {
    const { hostname, port } = new URL(url);
    const line = connect(Number(port), hostname);
    line.on('error', () => undefined);
    line.write(
      `GET /api/v1/routine-runner/simulated HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    /** A text frame with a zero mask; it does not answer the close of the gateway. */
    const send = (message: object) => {
      const text = Buffer.from(JSON.stringify(message));
      line.write(
        Buffer.concat([Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]), text]),
      );
    };
    let received = '';
    line.on('data', (data) => (received += data.toString('latin1')));
    await expect.poll(() => received).toContain('101 Switching Protocols');
    send({ kind: 'authenticate', token: goodToken });
    await expect.poll(() => received).toContain('authenticated');
    const stopsBefore = calls.filter(({ method }) => method === 'stop').length;
    for (let index = 0; index < 20_000; index++) send({ id: `q${index}`, kind: 'getLoadedRoutineState', payload: {} });
    await expect.poll(() => received).toContain('Too many pending messages');
    const end = performance.now() + 3500;
    while (performance.now() < end) {
      send({ id: 'later', kind: 'getLoadedRoutineState', payload: {} });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    send({ id: 's', kind: 'stop' });
    await expect.poll(() => calls.filter(({ method }) => method === 'stop').length).toBe(stopsBefore + 1);
    line.destroy();
  });

  it('rejects a message that is nested too deeply, with a message', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    const payload = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await client.send(`{"id":"d","kind":"loadRoutine","payload":${payload}}`);
    expect(await client.receive(({ id }) => id === 'd')).toMatchObject({
      ok: false,
      error: { code: 'too_large', message: expect.stringContaining('levels deep') },
    });
    client.socket.close();
  });

  it('refuses a number that would reach the runner as null', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send('{"id":"n","kind":"setJerkLimit","payload":{"jerkLimit":1e999}}');
    expect(await client.receive(({ id }) => id === 'n')).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: "'jerkLimit' has a number that is not finite" },
    });
    client.socket.close();
  });

  it('refuses a message with a field twice, but not a stop', async () => {
    const client = openSocket(url);
    await client.send({ kind: 'authenticate', token: goodToken });
    await client.send('{"id":"t","kind":"setJerkLimit","payload":{"jerkLimit":1,"jerkLimit":2}}');
    expect(await client.receive(({ id }) => id === 't')).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: "The field 'jerkLimit' is in one object twice. Remove one" },
    });
    await client.send('{"id":"s","kind":"stop","kind":"stop","payload":{}}');
    expect(await client.receive(({ id }) => id === 's')).toMatchObject({ ok: true });
    client.socket.close();
  });

  it('names an unknown kind and an invalid packet, and continues', async () => {
    const client = openSocket(url);
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

  it('notifies the runner when a client has disconnected', async () => {
    const client = openSocket(url);
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
