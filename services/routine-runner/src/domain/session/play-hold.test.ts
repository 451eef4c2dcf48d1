import { updateClient } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { type Answer, accepted } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import { bob, startCell } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';
import { type HeldSession, type HoldStore, PlayHold } from './play-hold.ts';

const reason = 'A software update is being installed: release/2.0. Wait until it is finished, then try again';
const update: Caller = { sessionID: updateClient.id, name: updateClient.name, permissions: ['connectToRobot'] };
const idle: HeldSession = { name: 'simulated', state: 'Idle', isConnected: true, isPerforming: false };

function createStore(): HoldStore & { saved: string | undefined } {
  return {
    saved: undefined,
    async load() {
      return this.saved;
    },
    async save(next) {
      this.saved = next;
    },
  };
}

async function startHeld() {
  const plays = new PlayHold(createStore());
  const cell = startCell({ plays });
  await cell.clock.advance(100);
  await plays.hold(reason, []);
  return { cell, plays };
}

describe('PlayHold', () => {
  it('begins only while every robot is idle, and names the one that is not', async () => {
    const plays = new PlayHold(createStore());
    const hold = (change: Partial<HeldSession>) => plays.hold(reason, [idle, { ...idle, name: 'live', ...change }]);
    expect(await hold({ state: 'RoutineRunning' })).toBe('A routine runs on the live robot');
    expect(await hold({ state: 'Antigravity' })).toBe('The live robot is in use');
    expect(await hold({ isPerforming: true })).toBe('The live robot is in use');
    expect(plays.reason).toBeUndefined();
    expect(await hold({ state: 'Constructing', isConnected: false })).toBeUndefined();
    expect(plays.reason).toBe(reason);
    expect(await hold({ state: 'RoutineRunning' })).toBeUndefined();
  });

  it('continues after a restart until it is released', async () => {
    const store = createStore();
    await new PlayHold(store).hold(reason, [idle]);
    const restarted = new PlayHold(store);
    await restarted.begin();
    expect(restarted.check(bob)).toMatchObject({ ok: false, refusal: { message: reason } });
    await restarted.release();
    const after = new PlayHold(store);
    await after.begin();
    expect(after.check(bob).ok).toBe(true);
  });

  it('does not begin when it cannot be stored', async () => {
    const plays = new PlayHold({ load: async () => undefined, save: () => Promise.reject(new Error('away')) });
    await expect(plays.hold(reason, [idle])).rejects.toThrow('away');
    expect(plays.check(bob).ok).toBe(true);
  });
});

describe('A held robot', () => {
  it.each([
    ['setBrakes', { state: 'disengaged' }],
    ['moveToJointSpacePoint', { jointAngles: [1, 0, 0, 0, 0, 0], isHeld: false }],
    ['jog', { jogKind: 'joint', velocities: [0.1, 0, 0, 0, 0, 0], commandID: 'c1' }],
    ['loadRoutine', { routineID: 'routine_1' }],
    ['playRoutine', {}],
    ['resumeRoutine', {}],
    ['recover', {}],
  ])('refuses %s and names the update', async (kind, payload) => {
    const { cell } = await startHeld();
    expect(await cell.ask(kind, payload)).toMatchObject({ ok: false, error: { code: 'conflict', message: reason } });
  });

  it.each(['stop', 'emergencyStop', 'getStateSnapshot', 'acquireControl'])('accepts %s', async (kind) => {
    const { cell } = await startHeld();
    expect((await cell.ask(kind)).ok).toBe(true);
  });

  it('accepts engaging the brakes', async () => {
    const { cell } = await startHeld();
    expect((await cell.ask('setBrakes', { state: 'engaged' })).ok).toBe(true);
  });

  it('accepts commands of the update itself', async () => {
    const { cell } = await startHeld();
    expect((await cell.ask('setBrakes', { state: 'disengaged' }, update)).ok).toBe(true);
  });

  it('plays again after the release', async () => {
    const { cell, plays } = await startHeld();
    await plays.release();
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
  });
});

describe('A hold and a play that arrive together', () => {
  /** Returns whether the hold began and whether the routine plays, with some turns of the event loop between the two. */
  async function race(turns: number, admit: () => Answer | Promise<Answer>) {
    const plays = new PlayHold(createStore());
    let isAdmitting = false;
    const audit = { admit: () => (isAdmitting ? admit() : accepted), noteRefused: () => {}, noteStop: () => {} };
    const cell = await startLoadedCell({ plays, audit });
    isAdmitting = true;
    const playing = cell.send('playRoutine', { isConfirmed: true });
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const { state } = cell.session;
    const busy = await plays.hold(reason, [{ ...idle, state, isPerforming: cell.dispatcher.isPerforming }]);
    const played = await cell.clock.runUntilSettled(playing, 60_000);
    return { isHeld: busy === undefined, isPlaying: played.ok, state: cell.session.state };
  }

  const turns = Array.from({ length: 40 }, (_, count) => count);

  it.each(turns)('lets exactly one of them win, %i turns apart', async (count) => {
    const { isHeld, isPlaying, state } = await race(count, () => accepted);
    expect(isHeld).toBe(!isPlaying);
    expect(state === 'RoutineRunning').toBe(isPlaying);
  });

  it.each(turns)(
    'lets exactly one of them win, %i turns apart, while the play waits for the audit log',
    async (count) => {
      const { isHeld, isPlaying, state } = await race(count, async () => {
        for (let turn = 0; turn < 15; turn += 1) await Promise.resolve();
        return accepted;
      });
      expect(isHeld).toBe(!isPlaying);
      expect(state === 'RoutineRunning').toBe(isPlaying);
    },
  );
});
