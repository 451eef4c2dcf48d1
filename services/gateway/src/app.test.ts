import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  calls,
  type GatewayBench,
  goodToken,
  startGatewayBench,
  watcherToken,
} from './testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
let url = '';
beforeAll(async () => {
  bench = await startGatewayBench();
  ({ url } = bench);
});
afterAll(() => bench.stop());

const get = (path: string, init: RequestInit = {}, token = goodToken) =>
  fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

const envelopeOf = async (response: Response) =>
  z.object({ error: z.string(), message: z.string() }).parse(await response.json());

describe('An error', () => {
  it.each(['/api/v1/nothing', '//api/v1/cell/routines', '/api', '/nothing'])(
    '%s uses the JSON envelope',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: 'not_found',
        message: expect.stringContaining('does not exist. See / for a list of routes'),
      });
    },
  );

  it('with 401 is returned for an unknown token, and one that names the permission for a missing one', async () => {
    const unknown = await get('/api/v1/cell/routines/r1', {}, 'cw_bad');
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer');
    expect([unknown.status, await unknown.json()]).toEqual([
      401,
      { error: 'authorization_required', message: 'Invalid token', details: { messageId: 'spec.invalidToken' } },
    ]);
    const watcher = await get('/api/v1/cell/routines/r1', { method: 'DELETE' }, watcherToken);
    expect(watcher.status).toBe(403);
    expect((await envelopeOf(watcher)).message).toContain("'Author'");
  });

  it('with very many problems is returned completely', async () => {
    const permissions = Array.from({ length: 2000 }, (_, n) => `permission ${n}`);
    const body = JSON.stringify({ name: 'x', permissions });
    const headers = { 'content-type': 'application/json' };
    const response = await get('/api/v1/cell/tokens', { method: 'POST', headers, body });
    const text = await response.text();
    expect([response.status, JSON.parse(text).error]).toEqual([400, 'request_failed_validation']);
    expect(text.length).toBeGreaterThan(16 * 1024);
  });

  it("repeats the client's input only up to a maximum length", async () => {
    const body = JSON.stringify({ name: 'a', permissions: [], ['x'.repeat(100_000)]: 1 });
    const headers = { 'content-type': 'application/json' };
    const response = await get('/api/v1/cell/tokens', { method: 'POST', headers, body });
    const { error, message } = await envelopeOf(response);
    expect([response.status, error]).toEqual([400, 'request_failed_validation']);
    expect(message.length).toBeLessThan(1000);
  });

  it('with 413 is returned for a body over 8 MiB', async () => {
    const response = await get('/api/v1/cell/routines', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(8 * 1024 * 1024 + 1),
    });
    expect([response.status, (await envelopeOf(response)).error]).toEqual([413, 'too_large']);
  });

  it.each([
    ['/api/v1/cell/%zz', 400],
    [`/api/v1/cell/routines/${'x'.repeat(129)}`, 400],
    [`/api/v1/cell/routines/${'x'.repeat(30_000)}`, 400],
    ['/api/v1/cell/routines/a%00b', 400],
    ['/api/v1/cell/space-items?kind=%00', 400],
    ['/api/v1/cell/runs?routineID=%00', 400],
    ['/api/v1/cell/routines?offset=2147483648', 400],
    ['/api/v1/routine-runner/live', 400],
  ])('for %.60s uses the envelope, too', async (path, status) => {
    const response = await get(path);
    expect([response.status, (await envelopeOf(response)).error]).toEqual([status, 'request_failed_validation']);
  });

  it('for non-HTTP bytes uses the envelope', async () => {
    const { hostname, port } = new URL(url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.write('hello\r\n\r\n'));
      let text = '';
      socket.on('data', (data) => {
        text += String(data);
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"request_failed_validation"');
  });

  it.each([
    ['application/xml', '<a/>'],
    ['text/plain', '{}'],
  ])('for a body of another type than JSON (%s) names the expected one', async (contentType, body) => {
    const response = await get('/api/v1/cell/routines', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect([response.status, (await envelopeOf(response)).message]).toEqual([
      400,
      expect.stringContaining('application/json'),
    ]);
  });

  it('rejects a token name with a control character', async () => {
    const response = await get('/api/v1/cell/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a\u0000b' }),
    });
    expect([response.status, (await envelopeOf(response)).message]).toEqual([
      400,
      expect.stringContaining('control characters'),
    ]);
  });

  it('for a misspelled filter names it, because the list would have everything', async () => {
    const response = await get('/api/v1/cell/runs?routineId=routine_1');
    expect([response.status, (await envelopeOf(response)).message]).toEqual([
      400,
      expect.stringContaining('routineId'),
    ]);
  });

  it('for wrong parameters has the words of the specification', async () => {
    const response = await get('/api/v1/cell/routines?limit=0');
    expect(response.status).toBe(400);
    expect((await envelopeOf(response)).message).toContain('Limit must be greater than 0.');
  });

  it.each(['NaN', '1e308', '-1', '%00', '__proto__'])(
    'with 400 is returned for an invalid version (%s)',
    async (version) => {
      expect((await get(`/api/v1/cell/routines/r1?version=${version}`)).status).toBe(400);
    },
  );
});

describe('A body', () => {
  const post = (path: string, body: string) =>
    get(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  it.each([
    ['/api/v1/cell/routines', 3000],
    ['/api/v1/cell/tokens', 100],
  ])('nested too deeply gets 413 and a message (%s)', async (path, depth) => {
    const response = await post(path, `${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: 'too_large', message: expect.stringContaining('levels deep. Flatten it') },
    ]);
  });

  it.each(['{"name":"x","__proto__":{"permissions":["account"]}}', '{"constructor":{"prototype":{}}}', '{"name"'])(
    'read by a route itself must be plain JSON (%s)',
    async (body) => {
      const response = await post('/api/v1/cell/tokens', body);
      expect([response.status, (await envelopeOf(response)).error]).toEqual([400, 'request_failed_validation']);
    },
  );

  it('read by a route itself has a small maximum size', async () => {
    const response = await post('/api/v1/cell/tokens', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect([response.status, (await envelopeOf(response)).error]).toEqual([413, 'too_large']);
  });
});

describe('A document', () => {
  it('passes through byte by byte, with its version', async () => {
    const response = await get('/api/v1/cell/routines/r1');
    expect([response.headers.get('etag'), await response.text()]).toEqual(['"4"', '{"id":"r1"}']);
  });

  it('passes through unparsed: invalid JSON reaches its owner', async () => {
    const response = await get('/api/v1/cell/routines/r1', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': '"4"' },
      body: '{"cut off',
    });
    expect(response.status).toBe(200);
    const saved = calls.findLast(({ method }) => method === 'saveEntity');
    expect(saved?.request).toMatchObject({
      entity: 'routines',
      id: 'r1',
      expectedVersion: 4,
      isMerge: false,
      caller: { subjectId: 't1', name: 'Ada' },
    });
  });

  it('can be replaced only by a client that sends the version on which the change is based', async () => {
    const save = (headers: Record<string, string>) =>
      get('/api/v1/cell/routines/r1', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    const without = await save({});
    expect([without.status, (await envelopeOf(without)).message]).toEqual([400, expect.stringContaining('If-Match')]);
    expect((await save({ 'if-match': 'three' })).status).toBe(400);
    expect((await save({ 'if-match': '*' })).status).toBe(200);
  });

  it('can be read by every signed-in user, and changed with a permission', async () => {
    expect((await get('/api/v1/cell/routines/r1', {}, watcherToken)).status).toBe(200);
    const refused = await get(
      '/api/v1/cell/routines/r1',
      { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' },
      watcherToken,
    );
    expect([refused.status, (await envelopeOf(refused)).message]).toEqual([403, expect.stringContaining("'Author'")]);
  });
});

describe('Pictures of a camera', () => {
  it.each([
    '/api/v1/cell/cameras/c1/frame',
    '/api/v1/cell/cameras/c1/stream',
    '/api/v1/camera/stream/rgb',
    '/api/v1/camera/c1/frame',
  ])('need the permission connectToRobot: %s', async (path) => {
    expect((await get(path, {}, 'cw_unknown')).status).toBe(401);
    expect((await get(path, {}, watcherToken)).status).toBe(403);
  });
});

describe('Security headers', () => {
  it.each([
    ['/api/v1/cell/routines/r1', 200],
    ['/api/v1/nothing', 404],
    ['/health/live', 200],
    ['/', 200],
  ])('%s prevent framing, sniffing and caching', async (path, status) => {
    const { headers, status: answered } = await get(path);
    expect(answered).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cache-control')).toBe(path.startsWith('/api/') ? 'no-store' : null);
  });
});

describe('A token', () => {
  const make = async (body: object) =>
    get('/api/v1/cell/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'CI', ...body }),
    });

  it('passes the permissions of its creator to identity, and admits its bearer immediately', async () => {
    const response = await make({ permissions: ['connectToRobot'] });
    expect([response.status, await response.json()]).toEqual([
      200,
      { token: { id: 'token_1', name: 'CI', permissions: ['connectToRobot'] }, secret: 'cw_new' },
    ]);
    expect(calls.findLast(({ method }) => method === 'createToken')?.request).toMatchObject({
      author: { name: 'Ada', permissions: ['connectToRobot', 'author', 'account'], access: 'developerToken' },
    });
    expect((await fetch(`${url}/api/v1/cell/robot-arm`, { headers: { authorization: 'Bearer cw_new' } })).status).toBe(
      200,
    );
  });
});

describe('The API page and its description', () => {
  it('list every route in OpenAPI, with a page from this machine', async () => {
    const description = z
      .object({ paths: z.record(z.string(), z.unknown()) })
      .parse(await (await fetch(`${url}/api/v1/openapi.json`)).json());
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/cell/routines',
        '/api/v1/cell/runs/{id}/journal',
        '/api/v1/cell/robots/{robotKind}/stop',
      ]),
    );
    for (const operations of Object.values(description.paths))
      for (const operation of Object.values(z.record(z.string(), z.unknown()).parse(operations)))
        expect(operation).toMatchObject({ responses: { default: { content: { 'application/json': {} } } } });
    expect(description.paths['/health/live'], 'needs no token').toMatchObject({ get: { security: [] } });
    for (const path of ['/api/v1/cell/routines/{id}', '/api/v1/cell/variables/{id}', '/api/v1/cell/space-items/{id}'])
      expect(JSON.stringify(description.paths[path]), 'says that a document comes with its version').toContain(
        '"version"',
      );
    const page = await (await fetch(url)).text();
    for (const [, asset] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await fetch(`${url}${asset}`)).status).toBe(200);
  });
});

describe('A stop over HTTP', () => {
  it('forwards to the runner whether a page of the cell requested it', async () => {
    const stopWith = async (headers: Record<string, string>) => {
      await get('/api/v1/cell/robots/simulated/stop', { method: 'POST', headers }, watcherToken);
      return calls.findLast(({ method }) => method === 'stop')?.request;
    };
    expect(await stopWith({ origin: url })).toMatchObject({ caller: { name: 'Watcher', isPage: true } });
    expect(await stopWith({})).toMatchObject({ caller: { name: 'Watcher', isPage: false } });
  });

  it('needs no permission beyond a token', async () => {
    const response = await get('/api/v1/cell/robots/simulated/stop', { method: 'POST' }, watcherToken);
    expect([response.status, await response.json()]).toEqual([200, { stopEpoch: 8 }]);
  });

  it.each([
    ['application/json', ''],
    ['application/json', '{"cut off'],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['garbage', 'x'],
  ])('works with any body (%s)', async (contentType, body) => {
    const response = await get('/api/v1/cell/robots/simulated/emergency-stop', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect(response.status).toBe(200);
  });
});
