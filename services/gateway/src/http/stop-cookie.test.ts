import { VirtualClock } from '@cellwright/testkit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { StopCookies as Cookies, type Uptime } from './stop-cookie.ts';

const hour = 3_600_000;
const unknownMachine: Uptime = { bootID: '', now: () => 0 };

/** Cookies of a machine of which only the clock is known. */
class StopCookies extends Cookies {
  constructor(secret: string, clock: VirtualClock) {
    super(secret, clock, unknownMachine);
  }
}

/** Starts a server that issues cookies at /give, and returns at /show whether it accepts the received cookie. */
async function serve(cookies: StopCookies) {
  const app = fastify();
  app.get('/give', async (_request, reply) => cookies.give(reply));
  app.get('/show', async (request) => cookies.isShownBy(request));
  const given = String((await app.inject('/give')).headers['set-cookie']);
  const show = async (cookie: string) => (await app.inject({ url: '/show', headers: { cookie } })).json();
  return { given, value: given.split(';')[0] ?? '', show };
}

describe('A stop cookie', () => {
  it('stays valid for 12 hours at every gateway with the same secret', async () => {
    const clock = new VirtualClock();
    const { value, show } = await serve(new StopCookies('a secret of the cell', clock));
    const other = await serve(new StopCookies('a secret of the cell', clock));
    await clock.advance(12 * hour - 1);
    expect(await show(value)).toBe(true);
    expect(await other.show(`other=1; ${value}`)).toBe(true);
    await clock.advance(1);
    expect(await show(value)).toBe(false);
  });

  it('counts also beside others that a page at the same name has added', async () => {
    const { value, show } = await serve(new StopCookies('a secret of the cell', new VirtualClock()));
    expect(await show(`cw_stop=forged.mac; cw_stop=; ${value}`)).toBe(true);
    expect(await show('cw_stop=forged.mac; cw_stop=other.mac')).toBe(false);
  });

  it('fails if it was forged, changed, or made with another secret', async () => {
    const clock = new VirtualClock();
    const { value, show } = await serve(new StopCookies('a secret of the cell', clock));
    const foreign = await serve(new StopCookies('another secret', clock));
    expect(await show(foreign.value)).toBe(false);
    expect(await show(value.replace('=', '=9'))).toBe(false);
    for (const made of ['', 'cw_stop', 'cw_stop=', 'cw_stop=9999999999999', 'cw_stop=9999999999999.', 'cw_stop=.'])
      expect([made, await show(made)]).toEqual([made, false]);
  });

  it('cannot be read by scripts and is sent with requests below /robots only', async () => {
    const { given } = await serve(new StopCookies('a secret of the cell', new VirtualClock()));
    expect(given).toMatch(/; Path=\/api\/v1\/cell\/robots; HttpOnly; SameSite=Strict; Max-Age=43200$/);
  });

  it.each([26 * 365 * 24 * hour, -24 * hour])('keeps its lifetime when the clock is set by %i ms', async (setByMS) => {
    const clock = new VirtualClock();
    const machine = { bootID: 'start-1', now: () => clock.now() };
    const { value, show } = await serve(new Cookies('a secret of the cell', clock, machine));
    clock.shiftWall(setByMS);
    await clock.advance(12 * hour - 1);
    expect(await show(value)).toBe(true);
    await clock.advance(1);
    expect(await show(value)).toBe(false);
  });

  it('expires by the wall clock on another machine and after another start', async () => {
    const clock = new VirtualClock();
    const { value } = await serve(new Cookies('a secret', clock, { bootID: 'start-1', now: () => clock.now() }));
    const other = await serve(new Cookies('a secret', clock, { bootID: 'start-2', now: () => 1e12 }));
    expect(await other.show(value)).toBe(true);
    await clock.advance(12 * hour);
    expect(await other.show(value)).toBe(false);
  });
});
