import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, type Headers, type PeopleBench, startPeopleBench } from './testing/people-bench.fixture.ts';

let bench: PeopleBench;
let call: PeopleBench['call'];
let ada: { readonly id: string; readonly headers: Headers };
let bob: { readonly id: string; readonly headers: Headers };
beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
  ada = await bench.invite('ada', { account: true, connectToRobot: true });
  bob = await bench.invite('bob', { connectToRobot: true });
});
afterAll(() => bench?.stop());

const make = async (name: string, headers: Headers) => (await call('POST', '/tokens', { name }, headers)).body;
const namesFor = async (headers: Headers): Promise<string[]> =>
  (await call('GET', '/tokens?sort=name', undefined, headers)).body.items.map(({ name }: { name: string }) => name);

describe('developer tokens', () => {
  it('can be created, listed and revoked by each user, and all of them with the permission account', async () => {
    const { token: adas } = await make('of Ada', ada.headers);
    const { token: bobs, secret } = await make('of Bob', bob.headers);
    expect(bobs.permissions).toEqual(['connectToRobot']);
    expect(await namesFor(bob.headers)).toEqual(['of Bob']);
    expect(await namesFor(ada.headers)).toEqual(['of Ada', 'of Bob']);
    expect((await call('GET', `/tokens/${adas.id}`, undefined, bob.headers)).status).toBe(403);
    expect((await call('DELETE', `/tokens/${adas.id}`, undefined, bob.headers)).status).toBe(403);
    expect((await call('GET', '/me', undefined, bearer(secret))).status).toBe(200);
    expect((await call('DELETE', `/tokens/${bobs.id}`, undefined, bob.headers)).status).toBe(200);
    await expect.poll(async () => (await call('GET', '/me', undefined, bearer(secret))).status).toBe(401);
    expect((await call('DELETE', `/tokens/${adas.id}`, undefined, ada.headers)).status).toBe(200);
  });

  it('can neither create tokens nor list those of their creator', async () => {
    const { secret } = await make('CI', bob.headers);
    const refused = await call('POST', '/tokens', { name: 'more' }, bearer(secret));
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('A token cannot create tokens'),
    ]);
    expect(await namesFor(bearer(secret))).toEqual([]);
  });
});
