import type { AuditEntry } from '@cellwright/domain/cell';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type Answer, accepted } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import { startCell } from '../testing/index.fixture.ts';
import { CommandAuditor } from './command-auditor.ts';
import { type Fact, FactOutbox } from './fact-outbox.ts';

const ada = { sessionID: 's1', name: 'Ada', permissions: ['connectToRobot'], subjectID: 'user_ada' } as const;
const play = { caller: ada, kind: 'playRoutine', payload: {} };
const stop = { caller: ada, kind: 'stop', payload: {} };
const jog = { caller: ada, kind: 'jog', payload: { commandID: 'c1' } };

function startAuditor() {
  const clock = new VirtualClock();
  const kept: Fact[] = [];
  const dropped: Fact[] = [];
  const delays: unknown[] = [];
  const store = { isAway: false, delayMS: 0 };
  const keeper = new FactOutbox(
    {
      async write(facts) {
        if (store.delayMS > 0) await clock.sleep(store.delayMS);
        if (store.isAway) throw new Error('no space left on device');
        kept.push(...facts);
      },
    },
    clock,
    {
      onDropped: (fact) => void dropped.push(fact),
      onDelayed: (error) => void delays.push(error),
    },
  );
  const commandAuditor = new CommandAuditor(keeper, clock, 'simulated', () => undefined);
  // Sound: the auditor sends entries only.
  const entries = () => kept.map(({ payload }) => payload as AuditEntry);
  return { clock, commandAuditor, store, entries, dropped, delays };
}

describe('a command of the robot session', () => {
  it('runs after its entry is stored, and not before', async () => {
    const { clock, commandAuditor, store, entries } = startAuditor();
    store.delayMS = 100;
    let isAdmitted = false;
    const admission = Promise.resolve(commandAuditor.admit(play)).then((answer) => {
      isAdmitted = answer.ok;
    });
    await clock.advance(99);
    expect(isAdmitted).toBe(false);
    await clock.advance(2);
    await admission;
    expect(isAdmitted).toBe(true);
    expect(entries()).toEqual([
      expect.objectContaining({
        action: 'runner.playRoutine',
        outcome: 'accepted',
        subject: { id: 'user_ada', name: 'Ada' },
      }),
    ]);
  });

  it('fails within 2 s when its entry cannot be stored, is not written later, and works again afterwards', async () => {
    const { clock, commandAuditor, store, entries } = startAuditor();
    store.isAway = true;
    const refused = Promise.resolve(commandAuditor.admit(play));
    await clock.advance(2000);
    expect(await refused).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable', message: expect.stringContaining('audit log') },
    });
    store.isAway = false;
    await clock.advance(5000);
    expect(entries()).toEqual([]);
    expect(await clock.runUntilSettled(Promise.resolve(commandAuditor.admit(play)), 1000)).toMatchObject({ ok: true });
  });

  it('waits for nothing if it stops, and is stored when the database returns', async () => {
    const { clock, commandAuditor, store, entries } = startAuditor();
    store.isAway = true;
    expect(commandAuditor.admit(stop)).toMatchObject({ ok: true });
    commandAuditor.noteStop(ada, true);
    await clock.advance(60_000);
    expect(entries()).toEqual([]);
    store.isAway = false;
    await clock.advance(2000);
    expect(entries().map(({ action }) => action)).toEqual(['runner.stop', 'runner.emergencyStop']);
  });

  it('leaves no entry if it only reads', () => {
    const { commandAuditor } = startAuditor();
    expect(commandAuditor.admit({ ...play, kind: 'getStateSnapshot' })).toMatchObject({ ok: true });
  });

  it('has one entry for a whole jog', async () => {
    const { clock, commandAuditor, entries } = startAuditor();
    await clock.runUntilSettled(Promise.resolve(commandAuditor.admit(jog)), 1000);
    for (let beat = 0; beat < 50; beat++) expect(commandAuditor.admit(jog)).toMatchObject({ ok: true });
    await clock.runUntilSettled(Promise.resolve(commandAuditor.admit({ ...jog, payload: { commandID: 'c2' } })), 1000);
    expect(entries().map(({ action }) => action)).toEqual(['runner.jog', 'runner.jog']);
  });

  it('has one entry for the moves of an obstacle within 10 s', async () => {
    const { clock, commandAuditor, entries } = startAuditor();
    const move = (name: string, caller: Caller = ada) =>
      clock.runUntilSettled(
        Promise.resolve(commandAuditor.admit({ caller, kind: 'moveObstacle', payload: { name } })),
        1000,
      );
    for (let step = 0; step < 50; step++) await move('crate');
    await move('table');
    await move('crate', { ...ada, subjectID: 'user_bob', name: 'Bob' });
    expect(entries().map(({ subject }) => subject.name)).toEqual(['Ada', 'Ada', 'Bob']);
    await clock.advance(10_000);
    await move('crate');
    expect(entries()).toHaveLength(4);
  });

  it('waits for an unreachable store, which is reported once for each outage', async () => {
    const { clock, commandAuditor, store, entries, delays } = startAuditor();
    for (const outage of [1, 2]) {
      store.isAway = true;
      commandAuditor.noteStop(ada, true);
      await clock.advance(10_000);
      store.isAway = false;
      await clock.advance(2000);
      expect([entries().length, delays]).toEqual([outage, Array(outage).fill(new Error('no space left on device'))]);
    }
  });

  it('counts as dropped when ten thousand are already waiting', async () => {
    const { clock, commandAuditor, store, dropped } = startAuditor();
    store.isAway = true;
    for (let index = 0; index < 10_005; index++) commandAuditor.admit(stop);
    await clock.advance(1000);
    expect(dropped).toHaveLength(5);
  });
});

describe('a command whose entry is being stored', () => {
  function startSlowCell() {
    let open: () => void = () => undefined;
    const written = new Promise<Answer>((resolve) => {
      open = () => resolve(accepted);
    });
    const notes: string[] = [];
    const cell = startCell({
      audit: {
        admit: ({ kind }) => (kind === 'playRoutine' ? written : accepted),
        noteRefused: ({ kind }, code) => void notes.push(`${kind} ${code}`),
        noteStop: () => undefined,
      },
    });
    return { ...cell, notes, open: () => open() };
  }

  it.each(['stop', 'pauseRoutine', 'releaseControl'])('does not run when %s comes first', async (kind) => {
    const cell = startSlowCell();
    const played = cell.send('playRoutine', {});
    await cell.ask(kind, {});
    cell.open();
    expect(await played).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(cell.notes).toContain('playRoutine conflict');
  });

  it('ends when its client disconnects', async () => {
    const cell = startSlowCell();
    const played = cell.send('playRoutine', {});
    cell.dispatcher.endClient('ada');
    cell.open();
    expect(await played).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });

  it('ends with its epoch when another client stops', async () => {
    const cell = startSlowCell();
    const played = cell.send('playRoutine', {});
    cell.session.stop('somebody else', { how: 'stop', by: null });
    cell.open();
    expect(await played).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });
});
