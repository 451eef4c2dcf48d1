import { describe, expect, it } from 'vitest';
import { createEphemeralQueue } from './bus/handling.ts';
import { createMessage } from './bus/message.ts';
import { silentLogger } from './logger.ts';
import { createTurnBudget } from './turn-budget.ts';

/** Starts a virtual event loop: each step of work takes 2 ms, and the test ends turns. */
function startLoop() {
  let now = 0;
  const callbacks: (() => void)[] = [];
  const budget = createTurnBudget({ budgetMS: 5, now: () => now, nextTurn: (callback) => callbacks.push(callback) });
  return {
    budget,
    work: () => {
      now += 2;
    },
    endTurn: async () => {
      for (const callback of callbacks.splice(0)) callback();
      for (let index = 0; index < 50; index++) await undefined;
    },
  };
}

describe('createTurnBudget', () => {
  it('limits all work of a turn to 5 ms in total', () => {
    const { budget, work } = startLoop();
    for (let index = 0; index < 3; index++) {
      expect(budget.pause()).toBeUndefined();
      work();
    }
    expect(budget.pause()).toBeInstanceOf(Promise);
  });

  it('lets a queue of messages handle what fits into a turn, then the rest in later turns', async () => {
    const { budget, work, endTurn } = startLoop();
    const handled: string[] = [];
    const deps = { log: silentLogger, metrics: undefined };
    const queue = createEphemeralQueue(
      deps,
      'x',
      ({ subject }) => {
        work();
        handled.push(subject);
      },
      { turns: budget },
    );
    for (let index = 0; index < 9; index++)
      queue.push(
        createMessage({ subject: `x.${index}`, messageId: '', headers: {}, delivery: 1, data: new Uint8Array() }),
      );
    await endTurn();
    const counts = [handled.length];
    for (let turn = 0; turn < 5; turn++) {
      await endTurn();
      counts.push(handled.length);
    }
    expect(counts[0]).toBeLessThanOrEqual(8);
    for (let turn = 1; turn < counts.length; turn++)
      expect((counts[turn] ?? 0) - (counts[turn - 1] ?? 0)).toBeLessThanOrEqual(4);
    expect(handled).toHaveLength(9);
  });

  it('lets a timer fire between the messages of a queue that never runs empty', async () => {
    let isFired = false;
    setTimeout(() => {
      isFired = true;
    }, 1);
    let handled = 0;
    const deps = { log: silentLogger, metrics: undefined };
    const message = createMessage({ subject: 'x', messageId: '', headers: {}, delivery: 1, data: new Uint8Array() });
    const done = new Promise<void>((resolve) => {
      const handle = () => {
        for (const end = performance.now() + 1; performance.now() < end; );
        handled++;
        if (isFired || handled > 500) resolve();
        else queue.push(message);
      };
      const queue = createEphemeralQueue(deps, 'x', handle, { isDeferred: true });
      queue.push(message);
    });
    await done;
    expect(handled).toBeLessThan(500);
  });
});
