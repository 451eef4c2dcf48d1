import type { CallDefinition } from '@cellwright/calls';
import type { RobotKind } from '@cellwright/domain/robot';
import { silentLogger } from '@cellwright/service-kit';
import type { CallClient } from '@cellwright/service-kit/calls';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditRefusals } from '../http/audit-refusals.ts';
import { installErrorHandling } from '../http/errors.ts';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { callRoutes } from './calls.ts';

let app: ReturnType<typeof fastify>;
let sent: { readonly call: string; readonly input: unknown; readonly robot: unknown; readonly key: unknown }[];
let audited: unknown[];
let caughtUp: RobotKind[];
let isLiveTwin: boolean;
let hasSession: boolean;
let answer: unknown;
let untilKnown: Promise<void>;

const send: CallClient['send'] = async (call: CallDefinition, input, { robot, idempotencyKey } = {}) => {
  sent.push({ call: call.name, input, robot, key: idempotencyKey });
  return { outputJson: Buffer.from(JSON.stringify(answer)), version: 0, session: undefined };
};

beforeEach(async () => {
  [sent, audited, caughtUp, isLiveTwin, hasSession, answer] = [[], [], [], false, true, {}];
  untilKnown = Promise.resolve();
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('identity', null);
  installErrorHandling(app, silentLogger);
  auditRefusals(app, { note: ({ action, target, code }) => void audited.push({ action, target, code }) });
  const feedOf = (robotKind: RobotKind) => ({
    snapshot: () => {
      const state = { ...sessionState, robotKind, isTwin: robotKind === 'live' && isLiveTwin };
      return hasSession ? { kind: 'snapshot' as const, seq: 1, hash: 0, state } : undefined;
    },
  });
  const client = { send, ask: () => Promise.reject(new Error('not in this test')), channel: noChannel };
  const deps = {
    calls: {
      ...{ equipment: client, gateway: client, identity: client, library: client },
      ...{ 'routine-runner': client, 'dry-run': client, 'software-update': client, hub: client },
    },
    feeds: { live: feedOf('live'), simulated: feedOf('simulated') },
    line: {
      catchUp: async (robotKind: RobotKind) => {
        caughtUp.push(robotKind);
        return true;
      },
      waitUntilKnown: () => untilKnown,
    },
    afterCalls: { startsSession: async () => {}, named: {} },
  };
  for (const access of ['signedIn', 'connectToRobot'] as const) await callRoutes(app, deps, access);
});
afterEach(() => app.close());

const noChannel = { waitForReady: async () => {}, keepConnected: () => () => {}, close: () => {} };
const { stopEpoch } = sessionState;
const state = { call: 'getDeviceState', key: '' };

describe('The route of a call about a robot', () => {
  it.each([true, false])('passes on whether the live robot is a twin: %s', async (isTwin) => {
    isLiveTwin = isTwin;
    await app.inject({ url: '/equipment/g1/state', headers: { 'robot-kind': 'live' } });
    expect(sent).toEqual([{ ...state, input: { id: 'g1', robotKind: 'live' }, robot: { isTwin, stopEpoch } }]);
  });

  it('defaults to the simulated robot, and prefers the query to the header', async () => {
    await app.inject({ url: '/equipment/g1/state' });
    await app.inject({ url: '/equipment/g1/state?robotKind=simulated', headers: { 'robot-kind': 'live' } });
    const simulated = { ...state, input: { id: 'g1', robotKind: 'simulated' }, robot: { isTwin: false, stopEpoch } };
    expect(sent).toEqual([simulated, simulated]);
  });

  it('waits for the session of a cell that has just started', async () => {
    hasSession = false;
    untilKnown = Promise.resolve().then(() => {
      hasSession = true;
    });
    await app.inject({ url: '/equipment/g1/state' });
    expect(sent).toMatchObject([{ robot: { isTwin: false, stopEpoch } }]);
  });

  it('omits the session while the robot is starting', async () => {
    hasSession = false;
    await app.inject({ url: '/equipment/g1/state' });
    expect(sent).toMatchObject([{ robot: undefined }]);
  });

  it('rejects an unknown robot', async () => {
    expect((await app.inject({ url: '/equipment/g1/state?robotKind=both' })).statusCode).toBe(400);
    expect((await app.inject({ url: '/equipment/g1/state', headers: { 'robot-kind': 'both' } })).statusCode).toBe(400);
    expect(sent).toEqual([]);
  });
});

describe('The route of a message to a robot session', () => {
  it('forwards the robot of the path and the Idempotency-Key, and returns when the gateway has the new state', async () => {
    answer = { watches: [] };
    const headers = { 'idempotency-key': 'k1' };
    const put = { method: 'PUT', url: '/robots/live/debug/watches', headers, payload: { watches: [] } } as const;
    const { statusCode, body } = await app.inject(put);
    expect([statusCode, JSON.parse(body), caughtUp]).toEqual([200, answer, ['live']]);
    expect(sent).toMatchObject([{ call: 'setWatches', input: { robotKind: 'live', watches: [] }, key: 'k1' }]);
  });

  it('rejects a nested field that the input does not have, naming it', async () => {
    const expression = { kind: 'constant', value: 1, valeu: 2 };
    const put = { method: 'PUT', url: '/robots/live/debug/watches', payload: { watches: [{ id: 'w', expression }] } };
    const { statusCode, body } = await app.inject({ ...put, method: 'PUT' });
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining("There is no field 'valeu' here") }),
    ]);
    expect(sent).toEqual([]);
  });

  it('leaves the robot of a run to its owner, and returns when the gateway has the new state of both', async () => {
    answer = { runID: 'run_2' };
    const headers = { 'idempotency-key': 'k2' };
    const { statusCode } = await app.inject({ method: 'POST', url: '/runs/run_1/resume', headers, payload: {} });
    expect([statusCode, [...caughtUp].sort()]).toEqual([200, ['live', 'simulated']]);
    expect(sent).toEqual([{ call: 'resumeRun', input: { id: 'run_1', answers: [] }, robot: undefined, key: 'k2' }]);
  });

  it('needs no body without required fields', async () => {
    expect((await app.inject({ method: 'POST', url: '/robots/live/debug/step-over' })).statusCode).toBe(200);
    expect(sent).toMatchObject([{ call: 'stepOver', input: { robotKind: 'live', isConfirmed: false } }]);
  });

  it('waits for no state after a read', async () => {
    await app.inject({ url: '/robots/live/tool' });
    expect([sent.length, caughtUp]).toEqual([1, []]);
  });
});

describe('Registers of a device', () => {
  it('come from the device that the robot uses', async () => {
    answer = { table: 'coil', offset: 20, values: [7, null, 65_535] };
    const url = '/equipment/m1/registers?table=coil&offset=20&count=3&robotKind=live';
    const { statusCode, body } = await app.inject({ url });
    expect([statusCode, JSON.parse(body)]).toEqual([200, answer]);
    const input = { id: 'm1', robotKind: 'live', table: 'coil', offset: 20, count: 3 };
    expect(sent).toEqual([{ call: 'probeRegisters', input, robot: { isTwin: false, stopEpoch }, key: '' }]);
  });

  it.each(['table=registers', 'offset=-1', 'offset=1.5', 'count=0', 'count=65'])(
    'cause no request with %s',
    async (query) => {
      const { statusCode } = await app.inject({ url: `/equipment/m1/registers?${query}` });
      expect([statusCode, sent]).toEqual([400, []]);
    },
  );
});

describe('The input of a call', () => {
  const pose = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };

  it.each(['a\0b', 'half \ud83d'])('fails by name if no database could hold it: %j', async (text) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/cameras/c1/vision/getChessboardCorners',
      payload: { args: { label: text } },
    });
    expect([statusCode, sent]).toEqual([400, []]);
    expect(JSON.parse(body).message).toContain("'args.label' has a text with");
  });

  it('accepts any name in its path', async () => {
    const name = encodeURIComponent('back\u202ewards');
    const moved = { method: 'PATCH', url: `/planning-scene/obstacles/${name}`, payload: { pose } } as const;
    answer = { revision: 1, notes: [] };
    expect((await app.inject(moved)).statusCode).toBe(200);
    expect(sent).toMatchObject([{ input: { name: 'back\u202ewards' } }]);
  });
});

describe('The audit entry of a call', () => {
  it('comes from its owner once the call is accepted', async () => {
    const payload = { faults: ['jammed'] };
    const { statusCode } = await app.inject({ method: 'PUT', url: '/equipment/g1/rehearsal', payload });
    expect([statusCode, audited]).toEqual([200, []]);
  });

  it('has the route and the reason of a rejected call', async () => {
    await app.inject({ method: 'PUT', url: '/equipment/g1/rehearsal', payload: { faults: ['bored'] } });
    expect(audited).toEqual([
      { action: 'PUT /equipment/:id/rehearsal', target: '/equipment/g1/rehearsal', code: 'request_failed_validation' },
    ]);
  });
});
