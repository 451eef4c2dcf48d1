import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type IssuedToken, keepToken } from './kept-token.ts';

const lifeMS = 15 * 60_000;

/** Issues tokens that are valid for 15 minutes, numbered from 1; `fail` decides about each attempt. */
function startKeeping(fail: (attempt: number) => ProductError | undefined = () => undefined) {
  const clock = new VirtualClock();
  const loadedAt: number[] = [];
  const load = async (): Promise<IssuedToken> => {
    loadedAt.push(clock.now());
    const failure = fail(loadedAt.length);
    if (failure) throw failure;
    const expiresAt = new Date(clock.wallNow().getTime() + lifeMS).toISOString();
    return { token: `token ${loadedAt.length}`, expiresAt };
  };
  return { clock, loadedAt, kept: keepToken({ load, clock }) };
}
const away = () => new ProductError('unavailable', 'No cell answers');

describe('A kept token', () => {
  it('reloads at half of its remaining life', async () => {
    const { clock, loadedAt, kept } = startKeeping();
    await kept.ready;
    expect(kept.current).toBe('token 1');
    await clock.advance(lifeMS / 2 - 1);
    expect(loadedAt).toEqual([0]);
    await clock.advance(1);
    expect(loadedAt).toEqual([0, lifeMS / 2]);
    expect(kept.current).toBe('token 2');
    await clock.advance(lifeMS / 2);
    expect(loadedAt).toHaveLength(3);
  });

  it.each([3_600_000, -3_600_000])(
    'reloads at half of its life on a machine whose clock is %i ms off',
    async (offMS) => {
      const clock = new VirtualClock();
      const iat = Math.floor((clock.wallNow().getTime() - offMS) / 1000);
      const claims = { iat, exp: iat + lifeMS / 1000 };
      let loads = 0;
      const load = async (): Promise<IssuedToken> => {
        loads += 1;
        const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
        return { token, expiresAt: new Date(claims.exp * 1000).toISOString() };
      };
      const kept = keepToken({ load, clock });
      await kept.ready;
      await clock.advance(lifeMS / 2 - 1);
      expect(loads).toBe(1);
      await clock.advance(1);
      expect(loads).toBe(2);
      kept.close();
    },
  );

  it('reloads every 500 ms after a failure, and keeps the last token', async () => {
    const { clock, loadedAt, kept } = startKeeping((attempt) => (attempt > 1 && attempt < 4 ? away() : undefined));
    await kept.ready;
    await clock.advance(lifeMS / 2);
    expect(kept.current).toBe('token 1');
    await clock.advance(1000);
    expect(loadedAt.slice(1)).toEqual([0, 500, 1000].map((ms) => lifeMS / 2 + ms));
    expect(kept.current).toBe('token 4');
  });

  it('reloads every 500 ms until there is a first one', async () => {
    const { clock, loadedAt, kept } = startKeeping((attempt) => (attempt < 3 ? away() : undefined));
    expect(kept.current).toBeUndefined();
    await clock.advance(1000);
    await kept.ready;
    expect(loadedAt).toEqual([0, 500, 1000]);
  });

  it.each(['authorization_required', 'forbidden'] as const)('ends with the refusal %s', async (code) => {
    const { clock, loadedAt, kept } = startKeeping(() => new ProductError(code, 'Sign in'));
    await expect(kept.ready).rejects.toMatchObject({ code });
    await clock.advance(60_000);
    expect(loadedAt).toHaveLength(1);
    expect(kept.current).toBeUndefined();
  });

  it('leaves no timer behind when it is closed', async () => {
    const { clock, kept } = startKeeping();
    await kept.ready;
    kept.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
