import type { RobotKind } from '@cellwright/domain';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { equipmentRoutes } from './equipment.ts';

let app: ReturnType<typeof fastify>;
let asked: unknown[];
let isLiveTwin: boolean;

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
  await equipmentRoutes(app, {
    equipment: { getLiveState },
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
