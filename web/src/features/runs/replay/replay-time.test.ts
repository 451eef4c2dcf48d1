import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../parts/format-duration.ts';
import { instantOf } from '../../../parts/playback/playback-time.ts';
import { durationOf } from '../describe-end.ts';
import { lengthOf } from './replay-time.ts';

const run = { startedAt: '2026-01-01T08:00:00.000Z', endedAt: '2026-01-01T08:00:10.200Z' };

describe('The length of a replay', () => {
  it('equals the duration in the history, although the recording continues until the arm stops', () => {
    expect(lengthOf(run, { to: 11.2 })).toBe(10.2);
    expect(formatDuration(lengthOf(run, { to: 11.2 }))).toBe(formatDuration(durationOf(run, 0)));
  });

  it('equals the recording if its end was lost, or the run has none yet', () => {
    expect(lengthOf(run, { to: 5 })).toBe(5);
    expect(lengthOf({ ...run, endedAt: null }, { to: 7 })).toBe(7);
  });

  it('limits an instant after the end', () => {
    expect(instantOf(4, 10.2)).toEqual({ seconds: 4, isAfterEnd: false });
    expect(instantOf(10.2, 10.2)).toEqual({ seconds: 10.2, isAfterEnd: false });
    expect(instantOf(11.2, 10.2)).toEqual({ seconds: 10.2, isAfterEnd: true });
  });
});
