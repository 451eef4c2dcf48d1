import { thisMachine } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { ada } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';

const page: Caller = { ...ada, subjectID: 'user_1', access: 'session', isPage: true };
const byAda = { kind: 'person', id: 'user_1', name: 'Ada', isPage: true };

/** Returns the recorded end of the run after commands of a caller. */
async function stopAfter(caller: Caller, ...commands: readonly (readonly [string, unknown?])[]) {
  const cell = await startLoadedCell();
  await cell.ask('playRoutine');
  for (const [kind, payload] of commands) await cell.ask(kind, payload ?? {}, caller);
  await cell.clock.advance(2000);
  const run = cell.writes.at(-1)?.run;
  return { status: run?.status, stop: run?.stop };
}

describe('a run that was stopped', () => {
  it.each([
    ['a person at a page', page, byAda],
    ['a person elsewhere', { ...page, isPage: false }, { ...byAda, isPage: false }],
    [
      'a program',
      { ...ada, name: 'line PLC', subjectID: 'token_1', access: 'developerToken' as const },
      { kind: 'program', id: 'token_1', name: 'line PLC', isPage: false },
    ],
    [
      'the command line',
      { ...ada, ...thisMachine },
      { kind: 'machine', id: 'admin', name: 'This machine', isPage: false },
    ],
    ['an unknown client', ada, { kind: 'client', id: '', name: 'Ada', isPage: false }],
  ])('stores that %s stopped the run', async (_who, caller: Caller, by) => {
    expect(await stopAfter(caller, ['stop'])).toEqual({ status: 'stopped', stop: { how: 'stop', by } });
  });

  it('stores the kind of stop', async () => {
    const howAfter = async (...command: [string, unknown?]) => (await stopAfter(page, command)).stop;
    expect(await howAfter('emergencyStop', {})).toEqual({ how: 'emergencyStop', by: byAda });
    expect(await howAfter('setBrakes', { state: 'engaged' })).toEqual({ how: 'brakes', by: byAda });
  });

  it('keeps the first stop', async () => {
    expect((await stopAfter(page, ['stop'], ['setBrakes', { state: 'engaged' }])).stop?.how).toBe('stop');
  });

  it('stores that the runner was shut down during the run', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    await cell.clock.runUntilSettled(cell.session.close());
    expect(cell.writes.at(-1)?.run).toMatchObject({ status: 'stopped', stop: { how: 'shutdown', by: null } });
  });
});

describe('a run without a stop by a client', () => {
  it('stores no stop', async () => {
    expect(await stopAfter(page)).toEqual({ status: 'completed', stop: null });
  });
});
