import type { JournalEntry, JournalEvent, Run } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { describeInterruption } from './interruption.ts';

const run: Run = {
  id: 'run_1',
  robotKind: 'simulated',
  isTwin: false,
  routineID: 'routine_1',
  routineName: 'One',
  routineVersion: 3,
  status: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  cycleCount: 2,
  cycleTimeSeconds: 4,
  distanceMeters: 1,
  failure: null,
  stop: null,
  interruptedIn: null,
};

function journalOf(...entries: [JournalEvent, string | null, Partial<JournalEntry>?][]): JournalEntry[] {
  return entries.map(([event, path, rest], index) => ({
    runID: 'run_1',
    seq: index + 1,
    at: '2026-01-01T00:00:01.000Z',
    thread: 'main',
    event,
    stepID: path === null ? null : `step_${path}`,
    stepPath: path,
    stepKind: path === null ? null : 'Wait',
    result: null,
    ...rest,
  }));
}

const interrupt = (...entries: Parameters<typeof journalOf>) =>
  describeInterruption(run, journalOf(...entries), new Date('2026-01-01T01:00:00.000Z'));

describe('a run that a crash left open', () => {
  it('becomes interrupted, in its innermost active step', () => {
    const { run: after, entries } = interrupt(
      ['runStarted', null],
      ['stepStarted', '1'],
      ['stepStarted', '1.1'],
      ['stepEnded', '1.1'],
      ['stepStarted', '1.2'],
    );
    expect(after).toMatchObject({
      status: 'interrupted',
      endedAt: '2026-01-01T01:00:00.000Z',
      interruptedIn: { stepID: 'step_1.2', stepPath: '1.2', stepKind: 'Wait', hasUnknownEffect: false },
    });
    expect(entries.map(({ seq, event, stepPath, result }) => [seq, event, stepPath, result])).toEqual([
      [6, 'interrupted', '1.2', null],
      [7, 'runEnded', null, 'interrupted'],
    ]);
  });

  it('stays in the container between two of its steps, including skipped ones', () => {
    const { run: after } = interrupt(
      ['runStarted', null],
      ['stepStarted', '1'],
      ['stepStarted', '1.1'],
      ['stepEnded', '1.1'],
      ['stepEnded', '1.2', { result: 'skipped' }],
    );
    expect(after.interruptedIn).toMatchObject({ stepPath: '1' });
  });

  it('stays in the unfinished iteration of a loop', () => {
    const { run: after } = interrupt(
      ['stepStarted', '1'],
      ['stepStarted', '1.1'],
      ['stepEnded', '1.1'],
      ['stepStarted', '1.1'],
      ['stepEnded', '1.1'],
      ['stepStarted', '1.1'],
    );
    expect(after.interruptedIn).toMatchObject({ stepPath: '1.1' });
  });

  it('shows an effect whose outcome was not recorded as unknown', () => {
    const { run: after, entries } = interrupt(
      ['runStarted', null],
      ['stepStarted', '1'],
      ['effectIntended', '1', { data: { effectID: 'e1' } }],
      ['effectEnded', '1', { data: { effectID: 'e1' }, result: 'completed' }],
      ['effectIntended', '1', { data: { effectID: 'e2' } }],
    );
    expect(after.interruptedIn).toMatchObject({ stepPath: '1', hasUnknownEffect: true });
    expect(entries.map(({ event, result, data }) => [event, result, data])).toEqual([
      ['effectEnded', 'unknown', { effectID: 'e2' }],
      ['interrupted', 'unknown', undefined],
      ['runEnded', 'interrupted', undefined],
    ]);
  });

  it('has no step before its first one', () => {
    expect(interrupt(['runStarted', null]).run.interruptedIn).toBeNull();
    expect(interrupt().entries.map(({ seq }) => seq)).toEqual([1, 2]);
  });
});
