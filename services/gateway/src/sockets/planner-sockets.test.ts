import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { SceneChange } from '@cellwright/domain/space';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { peerNames, readInternalTLS, tlsServerOptions } from '@cellwright/service-kit/callers';
import { makeAuthority } from '@cellwright/service-kit/testing/certificates';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { flushPromises } from '@cellwright/testkit';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import * as z from 'zod';
import { openSockets } from './open-sockets.ts';
import { type PlannerSocketDeps, plannerSockets } from './planner-sockets.ts';

const pose = { x: 0.4, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 };
const replySchema = z.looseObject({ kind: z.string() });
type Reply = z.infer<typeof replySchema>;

let planner: WebSocketServer;
let app: FastifyInstance;
let url = '';
/** Requests to the planner with their addresses, and how its connections ended. */
let asked: { url: string; text: string }[] = [];
let opened: WebSocket[] = [];
let callers: unknown[] = [];
let changes: { robotKind: RobotKind; change: SceneChange; by: string }[] = [];

const deps = (): PlannerSocketDeps => ({
  authenticator: {
    introduce: async () => undefined,
    recognise(token) {
      if (token !== 'good' && token !== 'watcher') throw new ProductError('authorization_required', 'Invalid token');
      const permissions = token === 'good' ? (['connectToRobot'] as const) : [];
      return { subjectID: 't', name: 'Ada', permissions: [...permissions] };
    },
    requireFresh: () => undefined,
    onChange: () => () => undefined,
  },
  scenes: {
    async change(robotKind, _sessionID, { name: by }, change) {
      changes.push({ robotKind, change, by });
      if (change.kind === 'removeObstacle')
        throw new ProductError('not_found', `There is no obstacle '${change.name}'`);
      const notes =
        change.kind === 'addObstacle' && change.obstacle.name === 'crate'
          ? [`'${change.obstacle.name}' overlaps the base`]
          : [];
      return { revision: changes.length, notes };
    },
  },
  // Safe cast: a server that listens on a port has such an address.
  plannerAddress: `127.0.0.1:${(planner.address() as AddressInfo).port}`,
  plannerProof: anyPeers('gateway').proofs.motion,
  clock: systemClock,
  log: silentLogger,
});

beforeAll(async () => {
  planner = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  planner.on('connection', (socket, request) => {
    opened.push(socket);
    callers.push(request.headers['cellwright-caller']);
    socket.on('message', (data) => {
      asked.push({ url: request.url ?? '', text: String(data) });
      socket.send(JSON.stringify({ kind: 'success', echo: String(data) }));
    });
  });
  app = fastify();
  await openSockets(app);
  await plannerSockets(app, deps());
  url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
afterAll(async () => {
  await app.close();
  planner.close();
});
beforeEach(() => {
  asked = [];
  opened = [];
  callers = [];
  changes = [];
});

function open(operation: string, token = 'good', at = url) {
  const socket = new WebSocket(`${at}/api/v1/motion-planner/${operation}`);
  const replies: Reply[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    replies.push(replySchema.parse(JSON.parse(String(data))));
    wake();
  });
  socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token })));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const next = async (): Promise<Reply> => {
    for (;;) {
      const reply = replies.shift();
      if (reply) return reply;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return { socket, closed, next, send };
}

describe('A planning operation', () => {
  it('passes to the planner and back unchanged, for the selected robot', async () => {
    const client = open('plan_path?robotKind=live');
    expect(await client.next()).toMatchObject({ kind: 'authenticated', name: 'Ada' });
    client.send('{"id": "1"}');
    client.send('not json');
    expect(await client.next()).toEqual({ kind: 'success', echo: '{"id": "1"}' });
    expect(await client.next()).toEqual({ kind: 'success', echo: 'not json' });
    expect(callers).toEqual(['gateway']);
    expect(asked.map((each) => each.url)).toEqual(Array(2).fill('/plan_path?robotKind=live'));
    const ended = new Promise((resolve) => opened[0]?.once('close', resolve));
    client.socket.terminate();
    await ended;
  });

  it('returns an error and closes the socket when the planner disconnects', async () => {
    const client = open('inverse_kinematics');
    await client.next();
    client.send({});
    await client.next();
    opened[0]?.terminate();
    expect(await client.next()).toMatchObject({
      kind: 'error',
      code: 'unavailable',
      message: expect.stringContaining('Failed to generate motion plan'),
    });
    expect(await client.closed).toBe(1013);
  });

  it('rejects clients that do not authenticate, or lack the permission', async () => {
    expect(await open('plan_path', 'bad').closed).toBe(4401);
    const watcher = open('plan_path', 'watcher');
    expect(await watcher.next()).toMatchObject({ kind: 'error', code: 'forbidden' });
    expect(await watcher.closed).toBe(4403);
    const eager = open('clear_obstacles', 'watcher');
    await new Promise((resolve) => eager.socket.once('open', resolve));
    eager.send({ id: 'right behind' });
    expect(await eager.closed).toBe(4403);
    await flushPromises();
    expect(opened).toHaveLength(0);
    expect(changes).toHaveLength(0);
  });

  it('fails if it is unknown, with the list of known ones', async () => {
    const client = open('make_coffee');
    await client.next();
    const { message } = await client.next();
    expect(message).toMatch(/^Unknown operation 'make_coffee'\. Available: plan_path, /);
    expect(await client.closed).toBe(4404);
  });
});

describe('A client that sends without waiting', () => {
  /** Returns the close code for a client that sends 300 messages on sockets of their own. */
  const flood = async (operation: string, changed: Partial<PlannerSocketDeps>): Promise<number> => {
    const own = fastify();
    await openSockets(own);
    await plannerSockets(own, { ...deps(), ...changed });
    const address = (await own.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    const socket = new WebSocket(`${address}/api/v1/motion-planner/${operation}`);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const admitted = new Promise((resolve) => socket.once('message', resolve));
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token: 'good' })));
    await admitted;
    for (let index = 0; index < 300; index++) socket.send('{"obstacleName":"crate"}');
    const code = await closed;
    await own.close();
    return code;
  };

  it('loses its socket while its connection to the planner opens', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    // Safe cast: a server that listens on a port has such an address.
    const { port } = silent.address() as AddressInfo;
    expect(await flood('plan_path', { plannerAddress: `127.0.0.1:${port}` })).toBe(4408);
    silent.close();
  });

  it('loses its socket while a change of the scene is made', async () => {
    const scenes = { change: () => new Promise<never>(() => {}) };
    expect(await flood('remove_obstacle', { scenes })).toBe(4408);
  });
});

describe('A change of the scene', () => {
  it('reaches the owner of the scene, in order', async () => {
    const client = open('add_obstacle?robotKind=live');
    await client.next();
    const shape = { kind: 'sphere', radius: 0.1 };
    client.send({ id: 'a', obstacleName: 'crate', obstacleOrigin: pose, shape });
    client.send({ id: 'b', obstacleName: 'post', obstacleOrigin: pose, shape });
    expect(await client.next()).toEqual({
      kind: 'success',
      id: 'a',
      revision: 1,
      notes: ["'crate' overlaps the base"],
    });
    expect(await client.next()).toEqual({ kind: 'success', id: 'b', revision: 2 });
    expect(changes[0]).toEqual({
      robotKind: 'live',
      change: { kind: 'addObstacle', obstacle: { name: 'crate', pose, shape } },
      by: 'Ada',
    });
    expect(opened).toHaveLength(0);
  });

  it('gets an error that names an invalid change, and the socket stays open', async () => {
    const client = open('remove_obstacle');
    await client.next();
    client.send({ id: 'a' });
    expect(await client.next()).toMatchObject({
      id: 'a',
      message: 'Required parameter obstacleName was null or undefined when calling remove_obstacle',
    });
    client.send('{');
    expect(await client.next()).toMatchObject({ kind: 'error', message: 'Bad packet: send a JSON object' });
    client.send({ id: 'b', obstacleName: 'ghost' });
    expect(await client.next()).toMatchObject({ id: 'b', code: 'not_found', message: "There is no obstacle 'ghost'" });
  });

  it('may contain a large mesh, but only from known clients, and within the limits of a scene', async () => {
    const triangles = 30_000;
    const stl = Buffer.alloc(84 + 50 * triangles);
    stl.writeUInt32LE(triangles, 80);
    const mesh = stl.toString('base64');
    const client = open('add_obstacle');
    await client.next();
    const obstacle = { obstacleName: 'vase', obstacleOrigin: pose };
    client.send({ id: 'a', ...obstacle, shape: { kind: 'mesh', stl: mesh } });
    expect(await client.next()).toMatchObject({ id: 'a', kind: 'success' });
    client.send({ id: 'b', ...obstacle, shape: { kind: 'mesh', stl: mesh.repeat(5) } });
    expect(await client.closed).toBe(1009);
    const stranger = open('remove_obstacle', mesh);
    expect(await stranger.closed).toBe(1009);
  });
});

describe('A planner with mutual TLS', () => {
  it('receives the certificate of the gateway, and must have its own', async () => {
    const authority = makeAuthority();
    const env = authority.issue('gateway').env;
    for (const [name, expected] of [['motion', 'success'] as const, ['library', 'error'] as const]) {
      const material = readInternalTLS(authority.issue(name).env, silentLogger)?.current;
      if (!material) throw new Error('there are certificates');
      const https = createSecureServer(tlsServerOptions(material)).listen(0, '127.0.0.1');
      await once(https, 'listening');
      const secure = new WebSocketServer({ server: https });
      secure.on('connection', (socket, request) => {
        callers.push(peerNames(request.socket));
        socket.on('message', () => socket.send('{"kind":"success"}'));
      });
      const tls = readInternalTLS(env, silentLogger)?.current;
      const ownApp = fastify();
      await openSockets(ownApp);
      const plannerProof = { ...anyPeers('gateway').proofs.motion, tls };
      // Safe cast: a server that listens on a port has such an address.
      const plannerAddress = `127.0.0.1:${(https.address() as AddressInfo).port}`;
      await plannerSockets(ownApp, { ...deps(), plannerAddress, plannerProof });
      const ownURL = (await ownApp.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
      const client = open('plan_path', 'good', ownURL);
      expect(await client.next()).toMatchObject({ kind: 'authenticated' });
      client.send('{"id": "1"}');
      expect(await client.next()).toMatchObject({ kind: expected });
      client.socket.terminate();
      secure.close();
      https.close();
      await ownApp.close();
    }
    expect(callers).toEqual([['gateway']]);
    authority.remove();
  });
});
