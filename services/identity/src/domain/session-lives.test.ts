import { VirtualClock } from '@cellwright/testkit';
import { expect, it } from 'vitest';
import { idleMS, longestMS, SessionLives } from './session-lives.ts';

const id = 'session_1';
function begin() {
  const clock = new VirtualClock();
  const lives = new SessionLives(clock);
  const session = { id, createdAt: clock.wallNow(), lastSeenAt: clock.wallNow() };
  return { clock, lives, session, isAlive: () => lives.isAlive(session) };
}

it('a session ends 12 h after its last use', async () => {
  const { clock, lives, isAlive } = begin();
  expect(isAlive()).toBe(true);
  await clock.advance(idleMS - 1);
  lives.use(id);
  await clock.advance(idleMS - 1);
  expect(isAlive()).toBe(true);
  await clock.advance(1);
  expect(isAlive()).toBe(false);
  expect(lives.over()).toEqual([id]);
});

it('a session ends after 30 days, used or not', async () => {
  const { clock, lives, isAlive } = begin();
  expect(isAlive()).toBe(true);
  for (let past = 0; past < longestMS; past += idleMS / 2) {
    expect(isAlive()).toBe(true);
    await clock.advance(idleMS / 2);
    lives.use(id);
  }
  expect(isAlive()).toBe(false);
});

it('R27: a session keeps its duration when the wall clock is set', () => {
  for (const shift of [-86_400_000, -300_000, 3_600_000, 86_400_000]) {
    const { clock, isAlive } = begin();
    expect(isAlive()).toBe(true);
    clock.shiftWall(shift);
    expect(isAlive()).toBe(true);
  }
});
