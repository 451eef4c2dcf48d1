import { beforeEach, describe, expect, it } from 'vitest';
import { forgetFailure, keepFailure } from './kept-failure.ts';

const failure = { kind: 'PlanningFailure', reason: 'Out of reach', recoveryKind: 'Recoverable' } as const;
const failed = { kind: 'Failure', failure } as const;
const idle = { kind: 'Idle', failure: null } as const;

describe('keepFailure', () => {
  beforeEach(() => {
    forgetFailure('live');
    forgetFailure('simulated');
  });

  it('keeps the failure after Recover, with the steps that were shown, until a routine runs', () => {
    keepFailure('live', failed)?.shown.add('recover');
    expect(keepFailure('live', { ...failed, failure: { ...failure } })?.shown.has('recover')).toBe(true);
    expect(keepFailure('live', undefined)?.failure).toEqual(failure);
    expect(keepFailure('live', idle)?.shown.has('recover')).toBe(true);
    expect(keepFailure('live', { kind: 'RoutineRunning', failure: null })).toBeUndefined();
    expect(keepFailure('live', idle)).toBeUndefined();
  });

  it('keeps one failure per robot, and replaces it by a new one', () => {
    keepFailure('live', failed)?.shown.add('recover');
    expect(keepFailure('simulated', idle)).toBeUndefined();
    const next = keepFailure('live', { ...failed, failure: { ...failure, reason: 'In the way' } });
    expect([next?.failure.reason, next?.shown.size]).toEqual(['In the way', 0]);
    forgetFailure('live');
    expect(keepFailure('live', idle)).toBeUndefined();
  });

  it('keeps the first known position of the arm', () => {
    keepFailure('live', failed);
    keepFailure('live', failed, [1, 2]);
    expect(keepFailure('live', failed, [3, 4])?.joints).toEqual([1, 2]);
  });
});
