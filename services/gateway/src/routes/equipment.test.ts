import type { RobotKind } from '@cellwright/domain';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
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
  const actuate = async (request: { readonly commandJson: Uint8Array }) => {
    asked.push({ ...request, commandJson: JSON.parse(Buffer.from(request.commandJson).toString('utf8')) });
    return { resultJson: Buffer.from(JSON.stringify(result)) };
  };
  await equipmentRoutes(app, {
    equipment: { actuate },
    feeds: { live: feedOf('live'), simulated: feedOf('simulated') },
  });
});
afterEach(() => app.close());

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
