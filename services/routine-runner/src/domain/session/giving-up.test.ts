import { describe, expect, it } from 'vitest';
import { describeInterruption } from '../journal/interruption.ts';
import { moveSteps, routineOf, startCell } from '../testing/fake-cell.fixture.ts';

describe('A session that is given up during a run', () => {
  it('stops the arm and leaves the run to be reported as interrupted in its step', async () => {
    const cell = startCell({ routine: routineOf(moveSteps('step_1', [[2, 0, 0, 0, 0, 0]])) });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(500);
    expect(cell.state().motionActivity).toBe('moving');
    const countStops = () => cell.robot.log.filter(({ kind }) => kind === 'stopStarted').length;
    const before = countStops();
    const givenUp = cell.session.giveUp();
    await cell.clock.advance(3000);
    await givenUp;
    expect(countStops()).toBe(before + 1);
    const entries = cell.entries();
    expect(entries.map(({ event }) => event)).not.toContain('runEnded');
    const run = cell.writes.at(-1)?.run;
    if (!run) throw new Error('The run is not in the journal');
    expect(run.status).toBe('running');
    expect(describeInterruption(run, entries, new Date()).run).toMatchObject({
      status: 'interrupted',
      interruptedIn: { stepPath: expect.stringMatching(/^1/) },
    });
  });
});
