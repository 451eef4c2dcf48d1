import { inExhaustiveRuns, propertyRuns } from '@cellwright/testkit/exhaustive';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { bearer, type Headers, type PeopleBench, password, startPeopleBench } from './testing/people-bench.fixture.ts';

/** At the gateway; identity's throttle.test.ts covers ten thousand over a day of virtual time. */
const guesses = 300;
const atOnce = 16;

let bench: PeopleBench;
let call: PeopleBench['call'];
beforeAll(async () => {
  bench = await startPeopleBench();
  ({ call } = bench);
});
afterAll(() => bench?.stop());

/** The header of an attacker that pretends to be many clients. */
const elsewhere = (guess: number): Headers => ({
  'x-forwarded-for': `10.${guess >> 16}.${(guess >> 8) & 255}.${guess & 255}`,
});

/** Returns the number of responses by status. */
async function guess(count: number, attempt: (guess: number) => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const guessOn = async () => {
    for (let mine = next++; mine < count; mine = next++) {
      const status = await attempt(mine);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, guessOn));
  return statuses;
}

describe('A2: guesses are delayed, regardless of X-Forwarded-For, while the owner can sign in', () => {
  let socketSecret: string;
  beforeAll(async () => {
    // Before the guesses: after many of them, a new user at the same address waits a moment.
    const { headers } = await bench.invite('joan', { connectToRobot: true });
    const made = await call('POST', '/tokens', { name: 'CI' }, headers);
    expect(made.body).toMatchObject({ secret: expect.any(String) });
    socketSecret = made.body.secret;
  });

  it('for a password', async () => {
    const { headers } = await bench.invite('ada', { connectToRobot: true });
    const statuses = await guess(60, async (mine) => {
      const wrong = { username: 'ada', password: 'wrong password' };
      return (await call('POST', '/login', wrong, elsewhere(mine))).status;
    });
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect((await call('GET', '/me', undefined, headers)).status).toBe(200);
  }, 60_000);

  it('for a PIN, many at once, from a session that is not the owner’s', async () => {
    const { headers: owner } = await bench.invite('grace', { controlPanel: true });
    const stolen = await bench.signIn('grace');
    expect((await call('POST', '/me/pin', { password, pin: '493817' }, owner)).status).toBe(200);
    const open = async (pin: string, headers: Headers) =>
      (await call('POST', '/control-panel-token', { pin }, headers)).status;
    expect(await open('493817', owner)).toBe(200);
    const statuses = await guess(guesses, (mine) =>
      open(String(mine).padStart(4, '0'), { ...stolen, ...elsewhere(mine) }),
    );
    expect([...statuses.keys()].sort()).toEqual([403, 429]);
    // The first ones, and one for each elapsed delay: of hundreds, hardly any were checked.
    expect(statuses.get(403)).toBeLessThan(40);
    expect(await open('493817', owner)).toBe(200);
    expect(await open('493817', stolen), 'also the right one waits there').toBe(429);
  }, 60_000);

  inExhaustiveRuns(() => {
    it('for a PIN, over the real-time service and from session after session', async () => {
      const { headers: owner } = await bench.invite('hedy', { controlPanel: true });
      expect((await call('POST', '/me/pin', { password, pin: '493817' }, owner)).status).toBe(200);
      const open = async (pin: string, headers: Headers) =>
        (await call('POST', '/control-panel-token', { pin }, headers)).status;
      expect(await open('493817', owner)).toBe(200);
      const names = new Set<string>();
      for (let session = 0; session < 6; session++) {
        const socket = io(bench.url, {
          path: '/api/socket.io',
          extraHeaders: { ...(await bench.signIn('hedy')), ...elsewhere(session) },
          transports: ['websocket'],
          reconnection: false,
        });
        for (let pin = 0; pin < 5; pin++) {
          const error = await socket.emitWithAck('create', 'controlPanelToken', { pin: `000${pin}` }, {});
          names.add(error.name);
        }
        socket.close();
      }
      expect([...names].sort()).toEqual(['Forbidden', 'TooManyRequests']);
      expect(await open('493817', await bench.signIn('hedy')), 'a strange session waits').toBe(429);
      expect(await open('493817', owner)).toBe(200);
    }, 60_000);
  });

  it('for a token, many at once, without a hint of how close they were', async () => {
    const { headers } = await bench.invite('mary', { connectToRobot: true });
    const { secret } = (await call('POST', '/tokens', { name: 'CI' }, headers)).body;
    const read = (token: string, more: Headers = {}) => call('GET', '/me', undefined, { ...bearer(token), ...more });
    expect((await read(secret)).status).toBe(200);
    const messages = new Set<string>();
    const statuses = await guess(guesses, async (mine) => {
      const near = `${secret.slice(0, -4)}${String(mine).padStart(4, '0')}`;
      const { status, body } = await read(near, elsewhere(mine));
      if (status === 401) messages.add(body.message);
      return status;
    });
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(statuses.get(401)).toBeLessThan(guesses);
    expect([...messages]).toEqual(['Invalid token']);
    expect((await read(secret)).status, 'its owner is at the same address').toBe(200);
    expect((await call('GET', '/me', undefined, headers)).status).toBe(200);
  }, 60_000);

  it('for a token on the runner socket, where each guess costs the socket', async () => {
    const at = `${bench.url.replace('http', 'ws')}/api/v1/routine-runner/simulated`;
    const knock = (token: string, more: Headers = {}) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(at, { headers: more });
        socket.on('open', () => socket.send(JSON.stringify({ kind: 'authenticate', token })));
        socket.on('message', (data) => {
          resolve(JSON.parse(String(data)).kind);
          socket.close();
        });
        socket.on('close', (code) => resolve(String(code)));
        socket.on('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)));
        socket.on('error', () => undefined);
      });
    expect(await knock(socketSecret)).not.toBe('4401');
    const answers = new Set<string>();
    for (let wrong = 0; wrong < propertyRuns(30, 100); wrong++)
      answers.add(await knock(`cw_guess${wrong}`, elsewhere(wrong)));
    expect([...answers]).toEqual(['4401']);
    expect(await knock(socketSecret)).not.toBe('4401');
  }, 60_000);
});
