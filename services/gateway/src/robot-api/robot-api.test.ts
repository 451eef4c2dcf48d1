import { errorTable, isErrorCode } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { VirtualClock } from '@cellwright/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { knownCodeOf } from '../domain/known-codes.ts';
import {
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from '../testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterAll(() => bench.stop());
beforeEach(() => void calls.splice(0));

const envelope = z.strictObject({ error: z.string(), message: z.string().min(1) });

interface Asked {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** Sends requests like the Python client: always with a JSON header, even without a body. */
async function ask(method: string, path: string, { body, headers = {}, token = goodToken }: Asked = {}) {
  const response = await fetch(`${bench.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: body ?? null,
  });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
}

const sentTo = (method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => z.looseObject({}).parse(request));

describe('A call of an existing robot program', () => {
  it.each<[Readonly<Record<string, string>>, RobotKind]>([
    [{}, 'simulated'],
    [{ 'robot-kind': 'live' }, 'live'],
    [{ robot_kind: 'live' }, 'live'],
    [{ 'robot-kind': 'simulated', robot_kind: 'simulated' }, 'simulated'],
  ])('with the headers %j selects the %s robot', async (headers, robotKind) => {
    await ask('POST', '/movement/brakes/emergency-stop', { headers });
    expect(sentTo('stop')).toMatchObject([{ robotKind: robotKind === 'live' ? 1 : 2, isEmergency: true }]);
  });

  it('for an unknown robot is rejected', async () => {
    const { status, answer } = await ask('GET', '/io', { headers: { 'robot-kind': 'other' } });
    expect([status, answer.error]).toEqual([400, 'request_failed_validation']);
  });

  it('may have an empty body with the JSON content type', async () => {
    expect((await ask('POST', '/routine-editor/stop')).status).toBe(500);
    expect(sentTo('stop')).toHaveLength(1);
    const { status, answer } = await ask('POST', '/recorder/clear-hardware-config-cache');
    expect([status, answer.error]).toEqual([503, 'service_initializing']);
  });

  it('stops the robot with any body, and without a permission', async () => {
    for (const body of ['{"reason": 7}', '{', '[]', '"x"', `{"reason":"${'x'.repeat(2000)}"}`]) {
      expect((await ask('POST', '/movement/brakes/emergency-stop', { body, token: watcherToken })).status).toBe(200);
    }
    await ask('POST', '/movement/brakes/emergency-stop', { body: '{"reason":"smoke"}' });
    expect(sentTo('stop').map(({ reason }) => reason)).toEqual([...Array(5).fill('by a program'), 'smoke']);
  });
});

describe('A refusal', () => {
  it.each([
    ['of a token that is none', 'GET', '/io', { token: 'cw_nobody' }, 401, 'authorization_required'],
    ['of a token without permission', 'GET', '/io', { token: watcherToken }, 403, 'authorization_required'],
    ['of an address that is none', 'GET', '/nowhere', {}, 404, 'not_found'],
    ['of what is no JSON', 'POST', '/payload', { body: '{' }, 400, 'request_failed_validation'],
    ['of a body that is missing', 'POST', '/payload', {}, 400, 'request_failed_validation'],
    [
      'of a body that nests too deeply',
      'POST',
      '/payload',
      { body: '['.repeat(100) },
      413,
      'request_failed_validation',
    ],
    [
      'of a flag that is none',
      'GET',
      '/routine-editor/routines/r/spaces?exclude_global_spaces=perhaps',
      {},
      400,
      'request_failed_validation',
    ],
    ['of a question without its parameters', 'GET', '/webrtc/messages?baseUrl=x', {}, 400, 'request_failed_validation'],
    [
      'of a question about the GraphQL schema',
      'POST',
      '/api-srv/graphql',
      { body: '{"query":"{ __schema { types { name } } }"}' },
      400,
      'request_failed_validation',
    ],
  ])('uses the envelope for %s', async (_what, method, path, asked, status, code) => {
    const refused = await ask(method, path, asked);
    expect([refused.status, envelope.parse(refused.answer).error]).toEqual([status, code]);
  });

  it('always has one of the 25 codes that these programs support', () => {
    const codes = Object.keys(errorTable).filter(isErrorCode);
    const told = new Set(codes.map(knownCodeOf));
    expect([...told].every((code) => errorTable[code].sdk)).toBe(true);
    expect(told.size).toBe(25);
  });

  it('for an overload also has a code that they support', async () => {
    const limits = { DOOR_TOKEN_BURST: 1, DOOR_TOKEN_PER_SECOND: 1 };
    const small = await startGatewayBench({ clock: new VirtualClock(), limits });
    const headers = { authorization: `Bearer ${goodToken}` };
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await fetch(`${small.url}/api/v1/io`, { headers }));
    const last = answers.at(-1);
    expect([last?.status, envelope.parse(await last?.json()).error]).toEqual([429, 'service_initializing']);
    await small.stop();
  });
});
