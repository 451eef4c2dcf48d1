import type { JournalEntry } from '@cellwright/domain/run';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { translateMessage } from '../../i18n/cell-words.ts';
import { toTimeline } from './timeline.ts';

// Test files share the texts of the page.
afterEach(async () => {
  if (i18next.isInitialized) await i18next.changeLanguage('en');
});

const startedAt = '2026-01-01T10:00:00.000Z';

/** Returns the entries in order, half a second apart. */
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

describe('toTimeline', () => {
  it('returns one row per step, with its duration and result', () => {
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

  it('includes the answer to a prompt, which resumes the run', () => {
    const [row] = toTimeline(journal({ event: 'resumed', ...wait, data: { answer: 'Shaft' } }), startedAt);
    expect(row).toMatchObject({ event: 'resumed', detail: '‘Shaft’' });
  });

  it('has warnings and reasons in the language of the page', async () => {
    if (!i18next.isInitialized) await i18next.init({ lng: 'en', interpolation: { escapeValue: false } });
    await i18next.changeLanguage('de');
    await vi.waitFor(() => expect(translateMessage('Wrong PIN')).toBe('Die PIN ist falsch'));
    const rows = toTimeline(
      journal(
        { event: 'stepWarning', ...wait, data: { message: 'The step has run for 800 ms of its limit of 1000 ms' } },
        { event: 'paused', data: { reason: 'A routine is running. Stop it first' } },
      ),
      startedAt,
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      'Der Schritt läuft seit 800 ms, erlaubt sind 1000 ms',
      'Es läuft ein Ablauf. Beenden Sie ihn zuerst',
    ]);
  });

  it('leaves a step in progress, or one that a crash cut off, without an end', () => {
    const [row] = toTimeline(journal({ event: 'stepStarted', ...wait }), startedAt);
    expect(row).toMatchObject({ result: null, durationSeconds: undefined });
  });

  it('returns a row for each loop iteration, and separates threads', () => {
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

  it('includes what a step did to an output or a device in the row of the step', () => {
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

  it('adds a row below the step for an effect that failed or whose outcome is unknown', () => {
    const details = [{ kind: 'Output', port: 3, level: 'high' }];
    const rows = toTimeline(
      journal(
        { event: 'stepStarted', ...wait },
        { event: 'effectIntended', ...wait, data: { effectID: 'effect_1', kind: 'setOutputs', details } },
        { event: 'effectEnded', ...wait, result: 'unknown', data: { effectID: 'effect_1' } },
        // Its intent is on an earlier page.
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

  it('includes the reason, wherever the journal has it', () => {
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

  it('includes the end of a step whose start is on an earlier page', () => {
    const [row] = toTimeline(journal({ event: 'stepEnded', ...wait, result: 'failed' }), startedAt);
    expect(row).toMatchObject({ event: 'step', result: 'failed', durationSeconds: undefined });
  });
});
