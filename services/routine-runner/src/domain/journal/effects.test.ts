import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

describe('effects outside', () => {
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

  it('do not happen when their intent cannot be committed: the run fails', async () => {
    const cell = await startEffect();
    await cell.clock.advance(100);
    cell.journal.delay = () => cell.clock.sleep(60_000);
    await cell.clock.advance(4000);
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state()).toMatchObject({ kind: 'Failure', run: { status: 'failed' } });
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
