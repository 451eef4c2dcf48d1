import type { JournalEntry, Run } from '@cellwright/domain/run';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type JournalBatch, type ProgressRow, RunJournal } from './journal.ts';

const run: Run = {
  id: 'run_1',
  robotKind: 'simulated',
  isTwin: false,
  routineID: 'routine_1',
  routineName: 'One',
  routineVersion: 1,
  status: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  cycleCount: 0,
  cycleTimeSeconds: null,
  distanceMeters: 0,
  failure: null,
  stop: null,
  interruptedIn: null,
};

function openJournal(takeProgress?: (seq: number) => readonly ProgressRow[]) {
  const clock = new VirtualClock();
  const writes: { at: number; batch: JournalBatch }[] = [];
  const outage: { current: Promise<void> | undefined } = { current: undefined };
  let backlogFull = 0;
  const journal = new RunJournal({
    run,
    clock,
    ...(takeProgress && { takeProgress }),
    store: {
      async write(batch) {
        await outage.current;
        writes.push({ at: clock.now(), batch });
      },
    },
    onBacklogFull: () => {
      backlogFull += 1;
    },
  });
  const entries = (): JournalEntry[] => writes.flatMap(({ batch }) => batch.entries);
  return { clock, writes, outage, journal, entries, backlogFull: () => backlogFull };
}

describe('the run journal', () => {
  it('numbers entries without gaps and writes them in batches of at most 50 ms', async () => {
    const { clock, writes, journal, entries } = openJournal();
    for (let index = 0; index < 10; index++) {
      journal.append('stepStarted', { stepID: `step_${index}` });
      await clock.advance(20);
    }
    await clock.advance(50);
    expect(entries().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(writes.map(({ at }) => at)).toEqual([50, 110, 170, 230]);
  });

  it('commits an intent immediately, with everything before it', async () => {
    const { clock, writes, journal } = openJournal();
    journal.append('runStarted');
    const committed = journal.commit('effectIntended', { data: { effectID: 'e1' } });
    await clock.advance(0);
    expect(await committed).toEqual({ ok: true });
    expect(writes.map(({ at, batch }) => [at, batch.entries.map(({ event }) => event)])).toEqual([
      [0, ['runStarted', 'effectIntended']],
    ]);
  });

  it('reports after 2 s that an intent is not committed, and continues writing when the store is back', async () => {
    const { clock, outage, journal, entries } = openJournal();
    let back: () => void = () => undefined;
    outage.current = new Promise((resolve) => {
      back = resolve;
    });
    const committed = journal.commit('effectIntended');
    await clock.advance(1999);
    let answer: unknown;
    void committed.then((result) => {
      answer = result;
    });
    await clock.advance(0);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toMatchObject({ ok: false });
    journal.append('effectEnded', { result: 'notExecuted' });
    back();
    await clock.advance(100);
    expect(entries().map(({ event, result }) => [event, result])).toEqual([
      ['effectIntended', null],
      ['effectEnded', 'notExecuted'],
    ]);
  });

  it('retries a failed write and keeps order and numbers', async () => {
    const { clock, outage, journal, entries } = openJournal();
    outage.current = Promise.reject(new Error('connection lost'));
    outage.current.catch(() => undefined);
    journal.append('runStarted');
    await clock.advance(60);
    journal.append('stepStarted');
    await clock.advance(3000);
    expect(entries()).toEqual([]);
    outage.current = undefined;
    await clock.advance(1000);
    expect(entries().map(({ seq, event }) => [seq, event])).toEqual([
      [1, 'runStarted'],
      [2, 'stepStarted'],
    ]);
  });

  it('requests the end of the run when the store has been away for too long', async () => {
    const { clock, outage, journal, backlogFull } = openJournal();
    outage.current = new Promise(() => undefined);
    for (let index = 0; index < 200_001; index++) journal.append('stepStarted');
    await clock.advance(100);
    expect(backlogFull()).toBe(1);
  });

  it('writes the row of the run with its entries', async () => {
    const { clock, writes, journal } = openJournal();
    journal.append('runStarted');
    await clock.advance(60);
    journal.updateRun({ status: 'completed', cycleCount: 3 });
    journal.append('runEnded', { result: 'completed' });
    const drained = journal.drain(1000);
    await clock.advance(0);
    expect(await drained).toBe(true);
    expect(writes.at(-1)?.batch).toMatchObject({
      run: { status: 'completed', cycleCount: 3 },
      entries: [{ event: 'runEnded' }],
    });
  });
});

describe('the data for continuing a run', () => {
  const rowsOf = ({ batch }: { batch: JournalBatch }) => batch.progress?.map(({ id, value }) => `${id}=${value}`);

  it('belongs to a batch at its last entry, and is written with it', async () => {
    const { clock, writes, journal } = openJournal((seq) => [{ scope: 'place', id: 'seq', value: seq }]);
    journal.append('stepStarted');
    journal.append('stepEnded');
    await clock.advance(50);
    journal.touch();
    await clock.advance(50);
    expect(writes.map((write) => [write.batch.entries.length, rowsOf(write)])).toEqual([
      [2, ['seq=2']],
      [0, ['seq=2']],
    ]);
  });

  it('follows an outage of the store, with the newest values', async () => {
    const changes: ProgressRow[][] = [
      [
        { scope: 'variable', id: 'a', value: 1 },
        { scope: 'variable', id: 'b', value: 1 },
      ],
      [{ scope: 'variable', id: 'a', value: 2 }],
    ];
    const { clock, writes, outage, journal } = openJournal(() => changes.shift() ?? []);
    outage.current = Promise.reject(new Error('away'));
    outage.current.catch(() => undefined);
    journal.append('stepStarted');
    await clock.advance(60);
    outage.current = undefined;
    await clock.advance(200);
    expect(writes.map(rowsOf)).toEqual([['a=2', 'b=1']]);
  });

  it('waits while a backlog is written in parts, since values would be ahead of the entries', async () => {
    const { clock, writes, outage, journal } = openJournal((seq) => [{ scope: 'place', id: 'seq', value: seq }]);
    let back: () => void = () => undefined;
    outage.current = new Promise((resolve) => {
      back = resolve;
    });
    journal.append('stepStarted');
    await clock.advance(60);
    for (let count = 0; count < 6000; count++) journal.append('stepStarted');
    back();
    await clock.advance(500);
    expect(writes.map((write) => [write.batch.entries.length, rowsOf(write)])).toEqual([
      [1, ['seq=1']],
      [5000, []],
      [1000, ['seq=6001']],
    ]);
  });
});
