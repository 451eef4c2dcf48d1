import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const upload = (body: Uint8Array, { name = 'vice.stl', type = 'application/octet-stream', token = goodToken } = {}) =>
  fetch(`${bench.url}/api/v1/cell/space-files?fileName=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), 'content-type': type },
    body: Buffer.from(body),
  });
const uploaded = () => calls.filter(({ method }) => method === 'uploadMesh');

describe('An upload of a mesh', () => {
  it('forwards its bytes unchanged, on behalf of the caller', async () => {
    const answer = await upload(Uint8Array.from([0, 255, 1]));
    expect([answer.status, await answer.json()]).toEqual([200, { id: 'spaceFile_1' }]);
    expect(uploaded()).toMatchObject([
      { request: { fileName: 'vice.stl', document: Buffer.from([0, 255, 1]), author: { name: 'Ada' } } },
    ]);
  });

  it.each([
    ['nobody', { token: '' }, 401],
    ['somebody without the permission', { token: watcherToken }, 403],
    ['a path for a name', { name: '../../etc/passwd.stl' }, 400],
    ['a NUL in the name', { name: 'a\0.stl' }, 400],
    ['a name that reads backwards', { name: 'a\u202eb.stl' }, 400],
    ['an invisible character in the name', { name: 'a\u200bb.stl' }, 400],
    ['another ending', { name: 'vice.zip' }, 400],
    ['JSON instead of a file', { type: 'application/json' }, 400],
  ])('by %s is rejected', async (_who, options, status) => {
    expect((await upload(Uint8Array.from([1]), options)).status).toBe(status);
    expect(uploaded()).toEqual([]);
  });

  it('fails if it is empty, or exceeds 8 MiB', async () => {
    expect((await upload(new Uint8Array())).status).toBe(400);
    const large = await upload(new Uint8Array(8 * 1024 * 1024 + 1));
    expect([large.status, await large.json()]).toEqual([413, expect.objectContaining({ error: 'too_large' })]);
    expect(uploaded()).toEqual([]);
  });
});
