import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../ui/format-time.ts';
import { durationOf } from '../describe-end.ts';
import { instantOf, lengthOf } from './replay-time.ts';

const run = { startedAt: '2026-01-01T08:00:00.000Z', endedAt: '2026-01-01T08:00:10.200Z' };

describe('the length of a run in its replay', () => {
  it('is that of the history, though the recording goes on until the arm stands', () => {
    expect(lengthOf(run, { to: 11.2 })).toBe(10.2);
    expect(formatDuration(lengthOf(run, { to: 11.2 }))).toBe(formatDuration(durationOf(run, 0)));
  });

  it('is that of the recording where its end was lost, or the run has none yet', () => {
    expect(lengthOf(run, { to: 5 })).toBe(5);
    expect(lengthOf({ ...run, endedAt: null }, { to: 7 })).toBe(7);
  });

  it('is not exceeded by an instant after the end', () => {
    expect(instantOf(4, 10.2)).toEqual({ seconds: 4, isAfterEnd: false });
    expect(instantOf(10.2, 10.2)).toEqual({ seconds: 10.2, isAfterEnd: false });
    expect(instantOf(11.2, 10.2)).toEqual({ seconds: 10.2, isAfterEnd: true });
  });
});
