import type { RobotKind } from '@cellwright/domain';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { RegisterTable } from '@cellwright/proto/equipment';
import { silentLogger } from '@cellwright/service-kit';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installErrorHandling } from '../http/errors.ts';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { equipmentRoutes } from './equipment.ts';

let app: ReturnType<typeof fastify>;
let asked: unknown[];
let isLiveTwin: boolean;
let result: unknown;
const held = [7, undefined, 65_535];

beforeEach(async () => {
  asked = [];
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandling(app, silentLogger);
  const feedOf = (robotKind: RobotKind) => ({
    snapshot: () => {
      const isTwin = robotKind === 'live' && isLiveTwin;
      return { kind: 'snapshot' as const, seq: 1, hash: 0, state: { ...sessionState, robotKind, isTwin } };
    },
  });
  const getLiveState = async (request: unknown) => {
    asked.push(request);
    return { stateJson: Buffer.from('{"connected":true,"status":"idle","widthMeters":0.05}') };
  };
  const probeRegisters = async (request: unknown) => {
    asked.push(request);
    return { registers: held.map((value) => ({ value })) };
  };
  const actuate = async (request: { readonly commandJson: Uint8Array }) => {
    asked.push({ ...request, commandJson: JSON.parse(Buffer.from(request.commandJson).toString('utf8')) });
    return { resultJson: Buffer.from(JSON.stringify(result)) };
  };
  await equipmentRoutes(app, {
    equipment: { getLiveState, probeRegisters, actuate },
    feeds: { live: feedOf('live'), simulated: feedOf('simulated') },
  });
});
afterEach(() => app.close());

describe('the live state of a device', () => {
  it.each([true, false])('of the live robot is the twin’s when its runner says so (%s)', async (isTwin) => {
    isLiveTwin = isTwin;
    const { body } = await app.inject({ url: '/equipment/g1/state', headers: { 'robot-kind': 'live' } });
    expect(asked).toEqual([{ id: 'g1', robotKind: WireRobotKind.ROBOT_KIND_LIVE, isTwin }]);
    expect(JSON.parse(body)).toEqual({ connected: true, status: 'idle', widthMeters: 0.05 });
  });

  it('is that of the simulated robot when nothing is said, and of the query before the header', async () => {
    await app.inject({ url: '/equipment/g1/state' });
    await app.inject({ url: '/equipment/g1/state?robotKind=simulated', headers: { 'robot-kind': 'live' } });
    const simulated = { id: 'g1', robotKind: WireRobotKind.ROBOT_KIND_SIMULATED, isTwin: false };
    expect(asked).toEqual([simulated, simulated]);
  });
});

describe('registers of a device', () => {
  it('are read as the robot sees the device, and told in order with null for what is not there', async () => {
    isLiveTwin = false;
    const url = '/equipment/m1/registers?table=coil&offset=20&count=3&robotKind=live';
    const { statusCode, body } = await app.inject({ url });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { table: 'coil', offset: 20, values: [7, null, 65_535] }]);
    expect(asked).toEqual([
      {
        equipmentId: 'm1',
        robotKind: WireRobotKind.ROBOT_KIND_LIVE,
        isTwin: false,
        table: RegisterTable.REGISTER_TABLE_COIL,
        offset: 20,
        count: 3,
      },
    ]);
  });

  it.each(['table=registers', 'offset=-1', 'offset=1.5', 'count=0', 'count=65', 'offset=65530&count=8'])(
    'are not asked for with %s',
    async (query) => {
      const { statusCode } = await app.inject({ url: `/equipment/m1/registers?${query}` });
      expect([statusCode, asked]).toEqual([400, []]);
    },
  );
});

describe('files of a device', () => {
  const post = (payload: object) =>
    app.inject({ method: 'POST', url: '/equipment/f1/files', headers: { 'idempotency-key': 'k1' }, payload });

  it('are asked for in the epoch of the robot, with the key of the request', async () => {
    isLiveTwin = false;
    result = { ok: true, value: { operation: 'delete' } };
    const { statusCode, body } = await post({ operation: 'delete', path: 'a/b.nc' });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { operation: 'delete' }]);
    expect(asked).toEqual([
      {
        equipmentId: 'f1',
        robotKind: WireRobotKind.ROBOT_KIND_SIMULATED,
        isTwin: false,
        stopEpoch: sessionState.stopEpoch,
        capability: 'files',
        commandJson: { operation: 'delete', path: 'a/b.nc' },
        idempotencyKey: 'k1',
      },
    ]);
  });

  it.each([
    ['unreachable', 503],
    ['busy', 409],
    ['outcomeUnknown', 409],
    ['deviceFault', 400],
  ])('say why they were not when the device is %s', async (reason, status) => {
    const failure = { kind: 'NetworkRequestFailure', reason, message: 'It is so', mayRetry: false };
    result = { ok: false, failure };
    const { statusCode } = await post({ operation: 'list' });
    expect(statusCode).toBe(status);
  });

  it.each(['../a', '/a', 'a\r\nDELE b', 'a;b', '-a'])('are not asked for by the path %j', async (path) => {
    const { statusCode } = await post({ operation: 'delete', path });
    expect([statusCode, asked]).toEqual([400, []]);
  });
});
