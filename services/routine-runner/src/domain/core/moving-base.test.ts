import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { accepted, refuse } from '../answer.ts';
import { BaseMovers } from './base-movers.ts';
import { moveBase, movesBase } from './moving-base.ts';

const moved = async () => ({ ok: true, value: 'there' }) as const;
const closed = { isSafeguardOpen: false };
const unstopped = new AbortController().signal;
const atRest = { failureKind: 'ExecutionFailure', isArmAtRest: () => true, isOfRun: true } as const;

function coreOf(takeMovedBase: (isOfRun: boolean) => Promise<typeof accepted | ReturnType<typeof refuse>>) {
  return { baseMovers: new BaseMovers(), takeMovedBase, clock: new VirtualClock(), arm: { state: closed } };
}

describe('a command that moves the base of the arm', () => {
  it('means a command to a lift, but not to a gripper', () => {
    expect([movesBase('lift'), movesBase('gripper'), movesBase('vacuum')]).toEqual([true, false, false]);
  });

  it('blocks the arm until it has ended and the new base is known', async () => {
    const seen: unknown[] = [];
    const core = coreOf(async (isOfRun) => {
      seen.push(['asks for the base', isOfRun, core.baseMovers.areAtWork]);
      return accepted;
    });
    const result = moveBase(core, atRest, unstopped, async () => {
      seen.push(['moves', core.baseMovers.areAtWork]);
      return moved();
    });
    expect(await result).toEqual({ ok: true, value: 'there' });
    expect(seen).toEqual([
      ['moves', true],
      ['asks for the base', true, true],
    ]);
    expect(core.baseMovers.areAtWork).toBe(false);
  });

  it('fails while the arm moves, or another one is executed, and may be retried', async () => {
    const core = coreOf(async () => accepted);
    const never = () => Promise.reject(new Error('it was given'));
    const refused = {
      ok: false,
      failure: { mayRetry: true, message: expect.stringContaining('The base cannot move while the arm is moving') },
    };
    expect(await moveBase(core, { ...atRest, isArmAtRest: () => false }, unstopped, never)).toMatchObject(refused);
    core.baseMovers.begin();
    expect(await moveBase(core, atRest, unstopped, never)).toMatchObject(refused);
  });

  it('fails when the base is unknown afterwards, and releases the arm also on an error', async () => {
    const core = coreOf(async () => refuse('unavailable', 'The lift does not say'));
    expect(await moveBase(core, atRest, unstopped, moved)).toMatchObject({
      ok: false,
      failure: { message: 'The lift does not say' },
    });
    await expect(moveBase(core, atRest, unstopped, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(core.baseMovers.areAtWork).toBe(false);
  });

  it('fails while the safeguard is open', async () => {
    const core = { ...coreOf(async () => accepted), arm: { state: { isSafeguardOpen: true } } };
    const never = () => Promise.reject(new Error('it was given'));
    expect(await moveBase(core, atRest, unstopped, never)).toMatchObject({
      failure: { mayRetry: true, message: expect.stringContaining('The base cannot move while the safeguard is open') },
    });
  });

  it('ends when the safeguard opens, and the base is known once the device has stopped', async () => {
    let asked = 0;
    const core = coreOf(async () => {
      asked += 1;
      return asked < 4 ? refuse('unavailable', 'It moves') : accepted;
    });
    const untilAborted = (signal: AbortSignal) =>
      new Promise<{ ok: false; stopped: true }>((resolve) => {
        signal.addEventListener('abort', () => resolve({ ok: false, stopped: true }));
      });
    const result = moveBase(core, atRest, unstopped, untilAborted);
    core.baseMovers.halt();
    await core.clock.advance(1000);
    expect(await result).toEqual({ ok: false, stopped: true });
    expect([asked, core.baseMovers.areAtWork]).toEqual([4, false]);
  });
});
