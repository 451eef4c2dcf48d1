import { describe, expect, it } from 'vitest';
import { nextActionFor } from './next-action.ts';

const ready = {
  kind: 'Idle',
  isPaused: false,
  brakes: 'disengaged',
  safety: { isEStopped: false, isSafeguardOpen: false },
  io: { 'E-Stop 1': 'high', 'CB E-Stop 1': 'high' },
  routine: { id: 'r', name: 'Pick', version: 1, stepCount: 3 },
  prompt: null,
} as const;

describe('findNextAction', () => {
  it('plays the loaded routine once the brakes are released', () => {
    expect(nextActionFor({ ...ready, brakes: 'engaged' })).toBe('releaseBrakes');
    expect(nextActionFor(ready)).toBe('play');
    expect(nextActionFor({ ...ready, routine: null })).toBe('chooseRoutine');
  });

  it('continues an unfinished run of the loaded routine once the arm is ready', () => {
    const run = {
      id: 'run_1',
      routineID: 'r',
      routineName: 'Pick',
      routineVersion: 1,
      status: 'stopped',
      endedAt: null,
    } as const;
    const at = { stepID: 's', stepPath: '1', stepKind: 'Wait', name: null, isDone: false, round: null };
    const resumePlaces = [{ run, at }];
    expect(nextActionFor({ ...ready, resumePlaces })).toBe('continueRun');
    expect(nextActionFor({ ...ready, resumePlaces, brakes: 'engaged' })).toBe('releaseBrakes');
    expect(nextActionFor({ ...ready, resumePlaces, kind: 'Failure' })).toBe('recover');
    expect(nextActionFor({ ...ready, resumePlaces: [{ run: { ...run, routineID: 'other' }, at }] })).toBe('play');
  });

  it('returns watch while a routine runs, and resume while it is paused', () => {
    expect(nextActionFor({ ...ready, kind: 'RoutineRunning' })).toBe('watchRun');
    expect(nextActionFor({ ...ready, kind: 'RoutineRunning', isPaused: true })).toBe('resume');
  });

  it('returns answer while the routine asks, even if it is paused', () => {
    const prompt = { stepID: 's', message: 'Which part?', mode: 'confirm' as const, choices: [], required: false };
    expect(nextActionFor({ ...ready, kind: 'RoutineRunning', isPaused: true, prompt })).toBe('answer');
  });

  it('returns recover after a failure, but the emergency stop and the safeguard come first', () => {
    expect(nextActionFor({ ...ready, kind: 'Failure', brakes: 'engaged' })).toBe('recover');
    const stopped = { ...ready, kind: 'Failure', safety: { isEStopped: true, isSafeguardOpen: true } } as const;
    expect(nextActionFor({ ...stopped, io: { ...ready.io, 'CB E-Stop 1': 'low' } })).toBe('resetEStop');
    expect(nextActionFor({ ...ready, kind: 'Failure', safety: { isEStopped: false, isSafeguardOpen: true } })).toBe(
      'closeSafeguard',
    );
  });

  it('returns recover after an emergency stop whose button has been released', () => {
    const stopped = { isEStopped: true, isSafeguardOpen: false };
    expect(nextActionFor({ ...ready, kind: 'Failure', brakes: 'engaged', safety: stopped })).toBe('recover');
  });
});
