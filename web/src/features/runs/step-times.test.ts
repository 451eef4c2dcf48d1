import { describe, expect, it } from 'vitest';
import { measureSteps } from './step-times.ts';
import type { TimelineRow } from './timeline.ts';

function row(stepPath: string, durationSeconds: number | undefined, part: Partial<TimelineRow> = {}): TimelineRow {
  return {
    ...{ seq: 0, atSeconds: 0, event: 'step', stepID: `step_${stepPath}`, stepPath, stepKind: 'Wait', depth: 0 },
    ...{ isInBackground: false, result: 'completed', durationSeconds, detail: undefined, effect: undefined },
    ...part,
  };
}

describe('The time of steps', () => {
  it('adds up over runs, longest first, without groups and steps that did not complete', () => {
    const first = [row('1', 9), row('1.1', 6), row('1.2', 3), row('2', undefined)];
    const second = [row('1', 4), row('1.1', 1), row('1.2', 2), row('2', 5, { result: 'failed' })];
    expect(measureSteps([first, second])).toEqual([
      { stepID: 'step_1.1', stepPath: '1.1', stepKind: 'Wait', count: 2, medianSeconds: 3.5, share: 7 / 12 },
      { stepID: 'step_1.2', stepPath: '1.2', stepKind: 'Wait', count: 2, medianSeconds: 2.5, share: 5 / 12 },
    ]);
  });

  it('lists at most five steps, and has no share while none took any time', () => {
    expect(measureSteps([Array.from({ length: 8 }, (_, index) => row(String(index + 1), 1))])).toHaveLength(5);
    expect(measureSteps([[row('1', 0)]])).toMatchObject([{ share: 0, medianSeconds: 0 }]);
    expect(measureSteps([])).toEqual([]);
  });
});
