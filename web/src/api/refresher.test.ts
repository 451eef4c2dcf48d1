import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRefresher } from './refresher.ts';

let clock: VirtualClock;
let asked: string[];
let answer: (() => void)[];
let refresher: ReturnType<typeof createRefresher>;
beforeEach(() => {
  clock = new VirtualClock();
  asked = [];
  answer = [];
  refresher = createRefresher(clock, (entity) => {
    asked.push(entity);
    return new Promise((resolve) => answer.push(resolve));
  });
});

describe('createRefresher', () => {
  it('refreshes an entity once, however often it changed', async () => {
    for (let count = 0; count < 100; count++) refresher.note('runs');
    refresher.note('routines');
    await clock.advance(100);
    expect(asked).toEqual(['runs', 'routines']);
  });

  it('refreshes an entity again if it changes during a refresh', async () => {
    refresher.note('runs');
    await clock.advance(100);
    refresher.note('runs');
    await clock.advance(10_000);
    expect(asked, 'not before the last answer').toEqual(['runs']);
    answer[0]?.();
    await clock.advance(100);
    expect(asked).toEqual(['runs', 'runs']);
  });

  it('refreshes an entity again after a failed refresh', async () => {
    refresher = createRefresher(clock, async (entity) => {
      asked.push(entity);
      throw new Error('no answer');
    });
    refresher.note('runs');
    await clock.advance(100);
    refresher.note('runs');
    await clock.advance(100);
    expect(asked).toEqual(['runs', 'runs']);
  });

  it('does nothing after it was stopped', async () => {
    refresher.note('runs');
    refresher.stop();
    refresher.note('runs');
    await clock.advance(1000);
    expect(asked).toEqual([]);
  });
});
