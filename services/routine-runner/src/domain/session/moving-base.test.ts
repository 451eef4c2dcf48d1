import { describe, expect, it } from 'vitest';
import { accepted, refuse } from '../answer.ts';
import { moveBase, movesBase } from './moving-base.ts';

const moved = async () => ({ ok: true, value: 'there' }) as const;
const atRest = { failureKind: 'ExecutionFailure', isArmAtRest: () => true, isOfRun: true } as const;

function coreOf(takeMovedBase: (isOfRun: boolean) => Promise<typeof accepted | ReturnType<typeof refuse>>) {
  return { baseMovers: { count: 0 }, takeMovedBase };
}

describe('a command that moves what the arm stands on', () => {
  it('is one to a lift, and none to a gripper', () => {
    expect([movesBase('lift'), movesBase('gripper'), movesBase('vacuum')]).toEqual([true, false, false]);
  });

  it('holds the arm until it has ended and the new base is known', async () => {
    const seen: unknown[] = [];
    const core = coreOf(async (isOfRun) => {
      seen.push(['asks for the base', isOfRun, core.baseMovers.count]);
      return accepted;
    });
    const result = moveBase(core, atRest, async () => {
      seen.push(['moves', core.baseMovers.count]);
      return moved();
    });
    expect(await result).toEqual({ ok: true, value: 'there' });
    expect(seen).toEqual([
      ['moves', 1],
      ['asks for the base', true, 1],
    ]);
    expect(core.baseMovers.count).toBe(0);
  });

  it('is not given while the arm moves, or another one is carried out, and may be tried again', async () => {
    const core = coreOf(async () => accepted);
    const never = () => Promise.reject(new Error('it was given'));
    const refused = { ok: false, failure: { mayRetry: true, message: expect.stringContaining('The arm moves') } };
    expect(await moveBase(core, { ...atRest, isArmAtRest: () => false }, never)).toMatchObject(refused);
    core.baseMovers.count = 1;
    expect(await moveBase(core, atRest, never)).toMatchObject(refused);
  });

  it('fails where the base is not known afterwards, and lets the arm go also when it breaks', async () => {
    const core = coreOf(async () => refuse('unavailable', 'The lift does not say'));
    expect(await moveBase(core, atRest, moved)).toMatchObject({
      ok: false,
      failure: { message: 'The lift does not say' },
    });
    await expect(moveBase(core, atRest, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(core.baseMovers.count).toBe(0);
  });
});
