import type { RobotKind } from '@cellwright/domain';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { RegisterTable } from '@cellwright/proto/equipment';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { equipmentRoutes } from './equipment.ts';

let app: ReturnType<typeof fastify>;
let asked: unknown[];
let isLiveTwin: boolean;
const held = [7, undefined, 65_535];

beforeEach(async () => {
  asked = [];
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
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
  await equipmentRoutes(app, {
    equipment: { getLiveState, probeRegisters },
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
