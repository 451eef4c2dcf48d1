import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { findTeachingBlock } from './teaching-block.ts';

describe('Teaching', () => {
  it('needs the current position of the arm', () => {
    expect(findTeachingBlock({ state: idleSession(), isStale: true })).toBe('stale');
    expect(findTeachingBlock({ state: idleSession(), isStale: false })).toBeUndefined();
  });

  it('waits while a routine moves the arm, not while it is paused', () => {
    const running = idleSession({ kind: 'RoutineRunning' });
    expect(findTeachingBlock({ state: running, isStale: false })).toBe('routineRuns');
    expect(findTeachingBlock({ state: { ...running, isPaused: true }, isStale: false })).toBeUndefined();
  });
});
