import { allCalls } from '@cellwright/calls';
import { allEntities } from '@cellwright/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, type GatewayBench, goodToken, startGatewayBench } from '../testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterAll(() => bench.stop());

async function ask(method: string, path: string, body?: object, token = goodToken) {
  const answer = await fetch(`${bench.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const ofCalls = (method: string) =>
  allCalls.filter(({ http, startsSession }) => http.method === method && !startsSession).map(({ http }) => http.path);
const reads = [
  ...ofCalls('GET'),
  ...allEntities.flatMap(({ path, history }) => [
    `/${path}`,
    `/${path}/:id`,
    ...(history === 'versions' ? [`/${path}/:id/versions`] : []),
  ]),
  ...['/cameras/:id/frame', '/cameras/:id/stream', '/robots/activity', '/robots/stop-ways'],
];
const routes = [
  ...reads.map((path) => ['GET', path] as const),
  ...ofCalls('DELETE').map((path) => ['DELETE', path] as const),
];

describe('A misspelled query parameter', () => {
  it('fails by name in every read and removal', async () => {
    const answers = await Promise.all(
      routes.map(async ([method, path]) => {
        const named = path
          .replace(':robotKind', 'simulated')
          .replace(/:(?:version|index)/, '1')
          .replace(/:\w+/g, 'x1');
        return { path: `${method} ${path}`, ...(await ask(method, `/api/v1/cell${named}?robotkind=live`)) };
      }),
    );
    // This token may not call all of them.
    const allowed = answers.filter(({ status }) => status !== 403);
    expect(allowed.length).toBeGreaterThan(60);
    const accepted = allowed.filter(
      ({ status, text }) => status !== 400 || !text.includes("no field 'robotkind' here"),
    );
    expect(accepted.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
  });

  it('fails by name in a change', async () => {
    const { status, text } = await ask('POST', '/api/v1/cell/variables?robotkind=live', {
      name: 'count',
      initialValue: 1,
    });
    expect([status, text]).toEqual([400, expect.stringContaining("no field 'robotkind' here")]);
  });

  it('changes nothing about a stop', async () => {
    expect(await ask('POST', '/api/v1/cell/robots/simulated/stop?robotkind=live')).toMatchObject({ status: 200 });
  });
});

describe('A whole number in an address', () => {
  it.each(['0x10', '1e2', '', '%20', '1.0', '+5', '007', '9007199254740993'])(
    'fails when spelled %j',
    async (limit) => {
      for (const path of ['/routines', '/routines/x1/versions', '/runs/x1/journal', '/audit'])
        expect((await ask('GET', `/api/v1/cell${path}?limit=${limit}`)).status, path).toBe(400);
      expect((await ask('GET', `/api/v1/routine-editor/routines?limit=${limit}`)).status).toBe(400);
    },
  );
});

describe('A call without fields', () => {
  it('refuses a field of its body by name', async () => {
    const path = '/api/v1/cell/external-control/start';
    const { status, text } = await ask('POST', path, { robotkind: 'live' }, adminKey);
    expect([status, text]).toEqual([400, expect.stringContaining("no field 'robotkind' here")]);
  });
});
