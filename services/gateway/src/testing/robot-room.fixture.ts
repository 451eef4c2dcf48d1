import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { hashState, type RobotSessionState } from '@cellwright/domain/run';
import { isRunnerMessageKind, type RunnerMessageKind, type RunnerRequest } from '@cellwright/domain/runner-socket';
import { createHealth, silentLogger, systemClock } from '@cellwright/service-kit';
import { idleSession } from '@cellwright/testkit';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { EntityAccess } from '../domain/entity-access.ts';
import type { EntityDoor } from '../domain/entity-door.ts';
import type { Identity } from '../domain/identity.ts';
import { type RobotApiDeps, robotApi } from '../robot-api/robot-api.ts';
import { createFakeCameras, type FakeCameras } from './fake-cameras.fixture.ts';

const pose = { x: 0, y: 0.35, z: 1.46, i: 0, j: 0, k: 0, w: 1 };
const stamps = {
  version: 1,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  updatedByID: 'u1',
  updatedByName: 'Ada',
};
const identity: Identity = { subjectID: 'u1', name: 'Ada', permissions: ['connectToRobot', 'author', 'controlPanel'] };

type StoredDocument = Readonly<Record<string, unknown>> & { readonly id: string };
/** Handles a message to the runner: returns its result, or throws. */
type Runner = (message: RunnerRequest, robotKind: RobotKind) => unknown;

export interface ListeningRoom {
  /** Address of the robot API. */
  readonly url: string;
  /** Resolves when the first connection has closed. */
  readonly closed: Promise<void>;
}

/** Only the robot API, with a runner and stored documents that a test controls. */
export interface RobotRoom {
  readonly states: Record<RobotKind, RobotSessionState | undefined>;
  /** Stored documents by the name of their entity, in the order of their lists. */
  readonly stored: Map<string, StoredDocument[]>;
  /** Messages to the runner. */
  readonly sent: { readonly robotKind: RobotKind; readonly kind: string; readonly payload: unknown }[];
  runner: Runner;
  /** Error that every read of a stored document throws, if set. */
  storeFailure: ProductError | undefined;
  liveState: unknown;
  readonly cameras: FakeCameras;
  ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    asked?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<{ status: number; type: string; answer: unknown }>;
  /** Listens on a port of this machine, for programs that disconnect. */
  listen(): Promise<ListeningRoom>;
  close(): Promise<void>;
}

export async function openRobotRoom(options: Partial<RobotApiDeps> = {}): Promise<RobotRoom> {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity', null);
  const room: RobotRoom = {
    states: { live: idleSession({ robotKind: 'live' }), simulated: idleSession() },
    stored: new Map(),
    sent: [],
    runner: () => ({}),
    storeFailure: undefined,
    liveState: undefined,
    cameras: createFakeCameras(systemClock),
    async ask(method, path, { body, headers = {} } = {}) {
      const sent = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
      const url = `/api/v1${path}`;
      const response = await app.inject({
        method,
        url,
        headers: { 'content-type': 'application/json', ...headers },
        ...sent,
      });
      const type = String(response.headers['content-type']);
      return { status: response.statusCode, type, answer: type.includes('json') ? response.json() : response.body };
    },
    async listen() {
      const closed = new Promise<void>((resolve) =>
        app.server.once('connection', (socket) => socket.once('close', () => resolve())),
      );
      return { url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/v1`, closed };
    },
    close: () => app.close(),
  };
  const admit: RobotApiDeps['admit'] = (request, _reply, done) => {
    request.identity = identity;
    done();
  };
  await robotApi(app, {
    sessionClient: sessionClientOf(room),
    feeds: { live: feedOf(room, 'live'), simulated: feedOf(room, 'simulated') },
    entities: new EntityAccess(doorOf(room)),
    liveState: async () => room.liveState,
    frames: { cameras: room.cameras, watchAccess: () => () => undefined, clock: systemClock },
    listJournal: async () => ({ items: [], newest: 0 }),
    health: createHealth(),
    clock: systemClock,
    log: silentLogger,
    movesTakeControl: true,
    dhKinds: 'auto',
    admit,
    admitStop: admit,
    ...options,
  });
  return room;
}

function sessionClientOf(room: RobotRoom): RobotApiDeps['sessionClient'] {
  return {
    async send(robotKind, _sessionID, _identity, message) {
      room.sent.push({ robotKind, kind: message.kind, payload: message.payload });
      const { id } = message;
      try {
        return JSON.stringify({ kind: 'response', id, ok: true, result: await room.runner(message, robotKind) });
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        const { code, message: text } = error;
        return JSON.stringify({ kind: 'response', id, ok: false, error: { code, message: text } });
      }
    },
    async stop(robotKind, _sessionID, _identity, payload) {
      room.sent.push({ robotKind, kind: 'stop', payload });
      return 1;
    },
    endSession: async () => undefined,
    getSnapshot: async () => Promise.reject(new Error('not in these tests')),
    getStateSeq: async () => 1,
    getPosition: async () => ({ jointAngles: [0, 0, 0, 0, 0, 0], pose, wristPose: pose }),
  };
}

function feedOf({ states }: RobotRoom, robotKind: RobotKind): RobotApiDeps['feeds']['live'] {
  return {
    listen: () => () => undefined,
    snapshotText: async () => undefined,
    snapshot() {
      const state = states[robotKind];
      return state && { kind: 'snapshot', seq: 1, hash: hashState(state), state };
    },
    close: async () => undefined,
  };
}

function doorOf(room: RobotRoom): EntityDoor {
  const listOf = (name: string): StoredDocument[] => {
    if (room.storeFailure) throw room.storeFailure;
    const list = room.stored.get(name) ?? [];
    room.stored.set(name, list);
    return list;
  };
  const shown = (document: StoredDocument) => ({
    id: document.id,
    version: 1,
    json: Buffer.from(JSON.stringify({ ...stamps, ...document })),
  });
  const indexOf = (name: string, id: string) => {
    const at = listOf(name).findIndex((document) => document.id === id);
    if (at < 0) throw new ProductError('not_found', `There is no ${name} ${id}`);
    return at;
  };
  const unused = () => Promise.reject(new Error('not in these tests'));
  return {
    async find({ name }, { where, limit, offset }) {
      const wanted = Object.entries(where);
      const found = listOf(name).filter((document) =>
        wanted.every(([field, values]) => values.some((value) => value === document[field])),
      );
      return { items: found.slice(offset, offset + limit).map(shown), total: found.length, revision: 1 };
    },
    async get({ name }, id) {
      const document = listOf(name)[indexOf(name, id)];
      if (!document) throw new Error('it was there');
      return shown(document);
    },
    async create({ name }, json) {
      const document = { id: `${name}_${listOf(name).length + 1}`, ...JSON.parse(json.toString('utf8')) };
      listOf(name).push(document);
      return shown(document);
    },
    async remove({ name }, id) {
      const [document] = listOf(name).splice(indexOf(name, id), 1);
      if (!document) throw new Error('it was there');
      return shown(document);
    },
    save: unused,
    restore: unused,
    listVersions: unused,
    listUses: async () => [],
  };
}

/** Returns a runner with these results, and an empty one for all other messages. */
export function runnerOf(results: Partial<Record<RunnerMessageKind, unknown>>): Runner {
  return ({ kind }) => (isRunnerMessageKind(kind) ? (results[kind] ?? {}) : {});
}
