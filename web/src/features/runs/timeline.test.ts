import type { JournalEntry } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { toTimeline } from './timeline.ts';

const startedAt = '2026-01-01T10:00:00.000Z';

/** Entries in order, one each half second. */
function journal(...entries: readonly Partial<JournalEntry>[]): JournalEntry[] {
  return entries.map((entry, index) => ({
    runID: 'run_1',
    seq: index + 1,
    at: new Date(Date.parse(startedAt) + index * 500).toISOString(),
    thread: 'main',
    event: 'stepStarted',
    stepID: null,
    stepPath: null,
    stepKind: null,
    result: null,
    ...entry,
  }));
}
const wait = { stepID: 'step_w', stepPath: '1.2', stepKind: 'Wait' };

describe('the timeline of a run', () => {
  it('tells a step once, with how long it took and how it ended', () => {
    const rows = toTimeline(
      journal(
        { event: 'runStarted' },
        { event: 'stepStarted', ...wait },
        { event: 'stepEnded', ...wait, result: 'completed' },
      ),
      startedAt,
    );
    expect(rows).toEqual([
      expect.objectContaining({
        event: 'step',
        atSeconds: 0.5,
        depth: 1,
        stepKind: 'Wait',
        result: 'completed',
        durationSeconds: 0.5,
      }),
    ]);
  });

  it('leaves a step that goes on, or that a crash cut off, without an end', () => {
    const [row] = toTimeline(journal({ event: 'stepStarted', ...wait }), startedAt);
    expect(row).toMatchObject({ result: null, durationSeconds: undefined });
  });

  it('tells each round of a loop, and keeps threads apart', () => {
    const started = { event: 'stepStarted', ...wait } as const;
    const ended = { event: 'stepEnded', ...wait, result: 'completed' } as const;
    const background = { thread: 'step_b' };
    const rows = toTimeline(
      journal(started, { ...started, ...background }, ended, started, { ...ended, ...background }, ended),
      startedAt,
    );
    expect(rows.map(({ isInBackground, durationSeconds }) => [isInBackground, durationSeconds])).toEqual([
      [false, 1],
      [true, 1.5],
      [false, 1],
    ]);
  });

  it('leaves what a step did to an output or a device to the line of the step', () => {
    const rows = toTimeline(
      journal(
        { event: 'stepStarted', ...wait },
        { event: 'effectIntended', ...wait, data: { effectID: 'effect_1', kind: 'press', details: {} } },
        { event: 'effectEnded', ...wait, result: 'completed', data: { effectID: 'effect_1' } },
        { event: 'stepEnded', ...wait, result: 'completed' },
      ),
      startedAt,
    );
    expect(rows.map(({ event, result }) => [event, result])).toEqual([['step', 'completed']]);
  });

  it('tells, under its step, what was to be done and was not, or nobody knows', () => {
    const details = [{ kind: 'Output', port: 3, level: 'high' }];
    const rows = toTimeline(
      journal(
        { event: 'stepStarted', ...wait },
        { event: 'effectIntended', ...wait, data: { effectID: 'effect_1', kind: 'setOutputs', details } },
        { event: 'effectEnded', ...wait, result: 'unknown', data: { effectID: 'effect_1' } },
        // Of an intent on an earlier page.
        { event: 'effectEnded', ...wait, result: 'failed', data: { effectID: 'effect_0' } },
      ),
      startedAt,
    );
    expect(rows.map(({ event, depth, result, effect }) => [event, depth, result, effect])).toEqual([
      ['step', 1, null, undefined],
      ['effectEnded', 2, 'unknown', { kind: 'setOutputs', details }],
      ['effectEnded', 2, 'failed', undefined],
    ]);
  });

  it('says why, wherever the journal says it', () => {
    const details = [
      { failure: { kind: 'StepPlayFailure', message: 'Took too long' } },
      { failure: { kind: 'EStopTriggered', reason: 'Pressed' } },
      { message: 'Slow' },
      { reason: 'Safeguard open' },
      { effectID: 'x' },
      undefined,
    ];
    const rows = toTimeline(journal(...details.map((data) => ({ event: 'failed', data }) as const)), startedAt);
    expect(rows.map(({ detail }) => detail)).toEqual([
      'Took too long',
      'Pressed',
      'Slow',
      'Safeguard open',
      undefined,
      undefined,
    ]);
  });

  it('shows the end of a step whose start is on an earlier page', () => {
    const [row] = toTimeline(journal({ event: 'stepEnded', ...wait, result: 'failed' }), startedAt);
    expect(row).toMatchObject({ event: 'step', result: 'failed', durationSeconds: undefined });
  });
});
