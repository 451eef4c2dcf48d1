import { proofRefusals } from '@cellwright/domain/runner-socket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurns } from './proof-turns.ts';

const never = new AbortController().signal;
const busy = { code: 'conflict', message: proofRefusals.busy };
const brokeOff = { code: 'unavailable', message: proofRefusals.brokeOff };

describe('turns', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('follow the order of requests, one at a time', async () => {
    const turns = createTurns(8, 60);
    const begun: string[] = [];
    const ask = async (name: string) => {
      const release = await turns.take(never);
      begun.push(name);
      return release;
    };
    const [one, two, three] = [ask('one'), ask('two'), ask('three')];
    const endOne = await one;
    await vi.advanceTimersByTimeAsync(1000);
    expect(begun).toEqual(['one']);
    endOne();
    const endTwo = await two;
    expect(begun).toEqual(['one', 'two']);
    endTwo();
    (await three)();
    expect(begun).toEqual(['one', 'two', 'three']);
  });

  it('reject a request that has waited too long, and pass to the next', async () => {
    const turns = createTurns(8, 60);
    const release = await turns.take(never);
    const early = expect(turns.take(never)).rejects.toMatchObject(busy);
    await vi.advanceTimersByTimeAsync(30_000);
    const late = turns.take(never);
    await vi.advanceTimersByTimeAsync(30_000);
    await early;
    release();
    await expect(late).resolves.toBeTypeOf('function');
  });

  it('reject a request at once when too many wait', async () => {
    const turns = createTurns(1, 60);
    const release = await turns.take(never);
    const waiting = turns.take(never);
    await expect(turns.take(never)).rejects.toMatchObject(busy);
    release();
    (await waiting)();
  });

  it('skip a caller that has disconnected', async () => {
    const turns = createTurns(8, 60);
    const release = await turns.take(never);
    const asking = new AbortController();
    const left = expect(turns.take(asking.signal)).rejects.toMatchObject(brokeOff);
    const next = turns.take(never);
    asking.abort();
    await left;
    release();
    (await next)();
  });

  it('end with all waiting requests', async () => {
    const turns = createTurns(8, 60);
    const release = await turns.take(never);
    const waiting = expect(turns.take(never)).rejects.toMatchObject(brokeOff);
    turns.close();
    await waiting;
    release();
    await expect(turns.take(never)).rejects.toMatchObject(brokeOff);
  });
});
