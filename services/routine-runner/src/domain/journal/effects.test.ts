import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

describe('Effects outside', () => {
  const outputs = [{ kind: 'Output', port: 1, level: 'high' }];

  async function startEffect() {
    const cell = startCell({
      routine: routineOf([step('step_1', 'Wait', { milliseconds: 200 }), step('step_2', 'SetIO', { outputs })]),
    });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    return cell;
  }

  it('happen after their intent is committed, and their outcome is recorded', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(100);
    await cell.clock.advance(180);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    await cell.clock.advance(1000);
    expect(cell.robot.state.io['Output 1']).toBe('high');
    const effects = cell.entries().filter(({ event }) => event.startsWith('effect'));
    expect(effects.map(({ event, stepPath, stepKind, result }) => [event, stepPath, stepKind, result])).toEqual([
      ['effectIntended', '2', 'SetIO', null],
      ['effectEnded', '2', 'SetIO', 'completed'],
    ]);
  });

  it("wait longer than the step's time limit for an unreachable database, show it and continue by themselves", async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(40_000);
    await cell.clock.advance(5000);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', run: { status: 'running', waitingFor: 'database' } });
    cell.journal.delay = async () => undefined;
    await cell.clock.advance(80_000);
    expect(cell.robot.state.io['Output 1']).toBe('high');
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed', waitingFor: null } });
    const warnings = cell.entries().filter(({ event }) => event === 'stepWarning');
    expect(warnings).toMatchObject([
      { stepPath: '2', data: { message: expect.stringMatching(/^The step waited \d+\.\d s for the database$/) } },
    ]);
  });

  it('do not show a short wait for the database', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(400);
    const shown = new Set<unknown>();
    for (let ms = 0; ms < 2000; ms += 50) {
      await cell.clock.advance(50);
      shown.add(cell.state().run?.waitingFor);
    }
    expect(shown).toEqual(new Set([null]));
    expect(cell.state().run?.status).toBe('completed');
  });

  it('do not happen while the run is paused, though the database is available again', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(3000);
    await cell.clock.advance(1000);
    expect((await cell.ask('pauseRoutine')).ok).toBe(true);
    cell.journal.delay = async () => undefined;
    await cell.clock.advance(20_000);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state().run).toMatchObject({ status: 'paused', waitingFor: null });
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(1000);
    expect(cell.robot.state.io['Output 1']).toBe('high');
    expect(cell.state().run?.status).toBe('completed');
  });

  it('do not happen when the database is away for more than a minute: the run fails and names the database', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(90_000);
    await cell.clock.advance(59_000);
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', run: { waitingFor: 'database' } });
    await cell.clock.advance(3000);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: {
        kind: 'InternalFailure',
        reason:
          'Changing output IO did not work: The step was not executed because the database did not answer for 60 s. Check the database, then try again',
      },
      run: { status: 'failed', waitingFor: null },
    });
    cell.journal.delay = async () => undefined;
    await cell.clock.advance(120_000);
    expect(cell.entries().filter(({ event }) => event === 'effectEnded')).toMatchObject([{ result: 'notExecuted' }]);
    expect(cell.entries().map(({ seq }) => seq)).toEqual(cell.entries().map((_, index) => index + 1));
  });

  it('do not happen when a stop comes while their intent is being committed', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(300);
    await cell.clock.advance(200);
    await cell.ask('stop');
    await cell.clock.advance(3000);
    expect(cell.robot.log.filter(({ kind }) => kind === 'output')).toEqual([]);
    expect(cell.entries().filter(({ event }) => event === 'effectEnded')).toMatchObject([{ result: 'notExecuted' }]);
  });
});
