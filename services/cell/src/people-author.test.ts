import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCellClient } from './cli/cell-client.ts';
import { type PeopleBench, startPeopleBench } from './testing/people-bench.fixture.ts';

// The other services are missing: an allowed request is answered with 503 or 504, a refused one with 403.
let bench: PeopleBench;
let call: PeopleBench['call'];
let operator: Headers;
let author: Headers;
type Headers = Awaited<ReturnType<PeopleBench['invite']>>['headers'];

beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
  operator = (await bench.invite('olga', { connectToRobot: true })).headers;
  author = (await bench.invite('anna', { connectToRobot: true, author: true })).headers;
});
afterAll(() => bench?.stop());

const stored = ['routines', 'space-items', 'variables', 'speed-profiles', 'code-blocks', 'equipment'];
interface Change {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}
const changes: Change[] = [
  ...stored.flatMap((path) => [
    { method: 'POST', path: `/${path}`, body: {} },
    { method: 'PATCH', path: `/${path}/x`, body: {} },
    { method: 'DELETE', path: `/${path}/x` },
    { method: 'POST', path: `/${path}/x/restore` },
    { method: 'POST', path: `/${path}/x/versions/1/restore` },
  ]),
  { method: 'DELETE', path: '/space-files/x' },
  { method: 'PATCH', path: '/robots/simulated', body: { name: 'Left' } },
  { method: 'POST', path: '/routines/x/duplicate', body: {} },
  { method: 'POST', path: '/routines/from-template/x', body: {} },
  { method: 'POST', path: '/routines/import', body: {} },
];
const refusal = {
  status: 403,
  message:
    "This needs the permission 'Author', which olga does not have. A user with the permission 'Account' can grant it",
};

describe('an operator without the permission author', () => {
  it.each(changes)('gets a refusal of $method $path', async ({ method, path, body }) => {
    const { status, body: answer } = await call(method, path, body, operator);
    expect({ status, message: answer.message }).toEqual(refusal);
    expect((await call(method, path, body, author)).status).not.toBe(403);
  });

  it('gets a refusal of an uploaded mesh', async () => {
    const upload = (headers: Headers) =>
      fetch(`${bench.url}/api/v1/cell/space-files?fileName=box.stl`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'model/stl' },
        body: 'solid box',
      });
    expect((await upload(operator)).status).toBe(403);
    expect((await upload(author)).status).not.toBe(403);
  });

  it('gets a refusal from the real-time service', async () => {
    const change = async (extraHeaders: Headers) => {
      const socket = io(bench.url, {
        path: '/api/socket.io',
        extraHeaders,
        transports: ['websocket'],
        reconnection: false,
      });
      const failure = await new Promise<{ name?: string }>((resolve) => {
        socket.emit('patch', 'routines', 'routine_x', { name: 'Mine' }, {}, resolve);
      });
      socket.disconnect();
      return failure?.name;
    };
    expect(await change(operator)).toBe('Forbidden');
    expect(await change(author)).not.toBe('Forbidden');
  });

  it('gets a refusal on the command line with its token, which has its permissions', async () => {
    const { body } = await call('POST', '/tokens', { name: 'of Olga' }, operator);
    expect(body.token.permissions).toEqual(['connectToRobot']);
    const client = createCellClient({ url: bench.url, adminKey: body.secret });
    const refused = { code: 'forbidden', message: expect.stringContaining("'Author'") };
    await expect(client.importRoutine('{}')).rejects.toMatchObject(refused);
    await expect(client.uploadMesh('box.stl', Buffer.from('solid box'))).rejects.toMatchObject(refused);
    await expect(client.createObject({ name: 'Box' })).rejects.toMatchObject(refused);
    await expect(client.removeObject('space_x')).rejects.toMatchObject(refused);
  });

  it('can still run stored routines', async () => {
    const reads = await Promise.all(
      ['/routines', '/routines/x/export', '/runs/x/journal'].map(
        async (path) => (await call('GET', path, undefined, operator)).status,
      ),
    );
    expect(reads).not.toContain(403);
    expect((await call('POST', '/robots/simulated/debug/step-over', {}, operator)).status).not.toBe(403);
  });
});

describe('tokens created by programs', () => {
  it('have author by default if their creator has it, otherwise only the requested permissions', async () => {
    const { body: whole } = await call('POST', '/tokens', { name: 'Line' }, author);
    expect(whole.token.permissions).toEqual(['connectToRobot', 'author']);
    const { body: part } = await call('POST', '/tokens', { name: 'Panel', permissions: ['connectToRobot'] }, author);
    expect(part.token.permissions).toEqual(['connectToRobot']);
  });

  it('lose author with their creator', async () => {
    const { id, headers } = await bench.invite('ada', { connectToRobot: true, author: true });
    const { body } = await call('POST', '/tokens', { name: 'Line' }, headers);
    const asToken = { authorization: `Bearer ${body.secret}` };
    const patch = async () => (await call('PATCH', '/routines/x', {}, asToken)).status;
    expect(await patch()).not.toBe(403);
    expect((await call('PATCH', `/users/${id}`, { permissions: { author: false } }, bench.admin)).status).toBe(200);
    await expect.poll(patch).toBe(403);
  });

  it('have author when created on the command line of the cell', async () => {
    const admin = createCellClient({ url: bench.url, adminKey: bench.admin.authorization?.slice(7) ?? '' });
    const secret = await admin.createToken('Workshop', undefined);
    const { body } = await call('GET', '/me', undefined, { authorization: `Bearer ${secret}` });
    expect(body.subject.permissions).toEqual(['connectToRobot', 'author']);
  });
});
