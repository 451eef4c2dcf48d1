import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from './testing/fake-cell.fixture.ts';

const waitAndMove = routineOf([
  step('step_1', 'Wait', { milliseconds: 500 }),
  step('step_2', 'Wait', { milliseconds: 500 }),
]);

async function startLoadedCell(routine = waitAndMove) {
  const cell = startCell({ routine });
  await cell.clock.advance(100);
  expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  return cell;
}

describe('a robot session', () => {
  it('answers service_initializing until its controller is connected, and is Idle then', async () => {
    const cell = startCell({ isConnected: false });
    expect(await cell.ask('playRoutine')).toMatchObject({ ok: false, error: { code: 'service_initializing' } });
    expect((await cell.ask('getStateSnapshot')).ok).toBe(true);
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.state()).toMatchObject({ kind: 'Idle', isControllerConnected: true, brakes: 'disengaged' });
  });

  it('plays a routine and journals every step of it', async () => {
    const cell = await startLoadedCell();
    const played = await cell.ask('playRoutine');
    expect(played).toMatchObject({ ok: true, result: { runID: expect.stringMatching(/^run_/) } });
    expect(cell.state()).toMatchObject({ kind: 'RoutineRunning', run: { status: 'running', currentStepID: 'step_1' } });
    await cell.clock.advance(2000);
    expect(cell.state()).toMatchObject({
      kind: 'Idle',
      run: { status: 'completed', currentStepID: null, cycleCount: 1 },
      steps: { step_1: { state: 'stopped' } },
    });
    expect(cell.entries().map(({ seq, event, stepPath, result }) => [seq, event, stepPath, result])).toEqual([
      [1, 'runStarted', null, null],
      [2, 'stepStarted', '1', null],
      [3, 'stepEnded', '1', 'completed'],
      [4, 'stepStarted', '2', null],
      [5, 'stepEnded', '2', 'completed'],
      [6, 'runEnded', null, 'completed'],
    ]);
    expect(cell.writes.at(-1)?.run).toMatchObject({ status: 'completed', cycleCount: 1, endedAt: expect.any(String) });
  });

  it('stops a run: Idle again, and the journal says stopped', async () => {
    const cell = await startLoadedCell();
    await cell.ask('playRoutine');
    const before = cell.state().stopEpoch;
    expect(await cell.ask('stop')).toMatchObject({ ok: true, result: { stopEpoch: before + 1 } });
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' }, stopEpoch: before + 1 });
    expect(cell.entries().at(-1)).toMatchObject({ event: 'runEnded', result: 'stopped' });
    expect(cell.stops).toContain(before + 1);
  });
});
