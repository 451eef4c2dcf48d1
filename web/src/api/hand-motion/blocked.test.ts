import { describe, expect, it } from 'vitest';
import { findHandMotionBlock } from './blocked.ts';
import { idleStatus, withState } from './status.fixture.ts';

describe('findHandMotionBlock', () => {
  it('returns undefined for an idle robot without brakes, and for a paused routine', () => {
    expect(findHandMotionBlock(idleStatus)).toBeUndefined();
    expect(findHandMotionBlock(withState({ kind: 'RoutineRunning', isPaused: true }))).toBeUndefined();
  });

  it('returns the most fundamental reason first', () => {
    expect(findHandMotionBlock({ ...idleStatus, isStale: true })).toEqual({ why: 'notConnected' });
    expect(findHandMotionBlock({ ...idleStatus, state: undefined })).toEqual({ why: 'notConnected' });
    const observer = { kind: 'authenticated' as const, sessionID: 'me', name: 'Ada', permissions: [] };
    expect(findHandMotionBlock({ ...idleStatus, admission: observer })).toEqual({ why: 'noPermission' });
    expect(findHandMotionBlock(withState({ kind: 'Constructing', brakes: 'engaged' }))).toEqual({ why: 'starting' });
    expect(findHandMotionBlock(withState({ brakes: 'engaged' }))).toEqual({ why: 'brakesFirst' });
    expect(findHandMotionBlock(withState({ kind: 'RoutineRunning' }))).toEqual({ why: 'busy' });
  });

  it('returns the failure', () => {
    const failure = {
      kind: 'CollisionFailure',
      reason: 'It touched the stand.',
      recoveryKind: 'Recoverable',
    } as const;
    const failed = withState({ kind: 'Failure', failure, brakes: 'engaged' });
    expect(findHandMotionBlock(failed)).toEqual({ why: 'failed', failure });
  });

  it('returns undefined in a failure that manual motion resolves, once the brakes are released', () => {
    const failure = { kind: 'JointLimitFailure', reason: 'Joint 3 is beyond.', recoveryKind: 'GuidedMode' } as const;
    expect(findHandMotionBlock(withState({ kind: 'Failure', failure }))).toBeUndefined();
    expect(findHandMotionBlock(withState({ kind: 'Recovering', failure }))).toBeUndefined();
    const braked = withState({ kind: 'Failure', failure, brakes: 'engaged' });
    expect(findHandMotionBlock(braked)).toEqual({ why: 'brakesFirst' });
  });

  it('returns another client that has control, but not this one', () => {
    const lease = (holderID: string) => ({ holderID, holderName: 'Bo', sequence: 1 });
    expect(findHandMotionBlock(withState({ lease: lease('other') }))).toEqual({ why: 'heldByOther', name: 'Bo' });
    expect(findHandMotionBlock(withState({ lease: lease('me') }))).toBeUndefined();
  });
});
