import { describe, expect, it } from 'vitest';
import { whatBlocksHandMotion } from './blocked.ts';
import { idleStatus, withState } from './status.fixture.ts';

describe('what keeps the arm from being moved by hand', () => {
  it('is nothing at an idle robot without brakes, nor at a paused routine', () => {
    expect(whatBlocksHandMotion(idleStatus)).toBeUndefined();
    expect(whatBlocksHandMotion(withState({ kind: 'RoutineRunning', isPaused: true }))).toBeUndefined();
  });

  it('is named, the most fundamental first', () => {
    expect(whatBlocksHandMotion({ ...idleStatus, isStale: true })).toEqual({ why: 'notConnected' });
    expect(whatBlocksHandMotion({ ...idleStatus, state: undefined })).toEqual({ why: 'notConnected' });
    const observer = { kind: 'authenticated' as const, sessionID: 'me', name: 'Ada', permissions: [] };
    expect(whatBlocksHandMotion({ ...idleStatus, admission: observer })).toEqual({ why: 'noPermission' });
    expect(whatBlocksHandMotion(withState({ kind: 'Constructing', brakes: 'engaged' }))).toEqual({ why: 'starting' });
    expect(whatBlocksHandMotion(withState({ brakes: 'engaged' }))).toEqual({ why: 'brakesFirst' });
    expect(whatBlocksHandMotion(withState({ kind: 'RoutineRunning' }))).toEqual({ why: 'busy' });
  });

  it('says what failed', () => {
    const failure = {
      kind: 'CollisionFailure',
      reason: 'It touched the stand.',
      recoveryKind: 'Recoverable',
    } as const;
    const failed = withState({ kind: 'Failure', failure, brakes: 'engaged' });
    expect(whatBlocksHandMotion(failed)).toEqual({ why: 'failed', reason: 'It touched the stand.' });
  });

  it('is nothing in a failure that the arm is moved out of by hand, once the brakes are off', () => {
    const failure = { kind: 'JointLimitFailure', reason: 'Joint 3 is beyond.', recoveryKind: 'GuidedMode' } as const;
    expect(whatBlocksHandMotion(withState({ kind: 'Failure', failure }))).toBeUndefined();
    expect(whatBlocksHandMotion(withState({ kind: 'Recovering', failure }))).toBeUndefined();
    const braked = withState({ kind: 'Failure', failure, brakes: 'engaged' });
    expect(whatBlocksHandMotion(braked)).toEqual({ why: 'brakesFirst' });
  });

  it('is somebody else who holds control, not oneself', () => {
    const lease = (holderID: string) => ({ holderID, holderName: 'Bo', sequence: 1 });
    expect(whatBlocksHandMotion(withState({ lease: lease('other') }))).toEqual({ why: 'heldByOther', name: 'Bo' });
    expect(whatBlocksHandMotion(withState({ lease: lease('me') }))).toBeUndefined();
  });
});
