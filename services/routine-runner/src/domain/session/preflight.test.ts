import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';

describe('before a routine is played at full speed', () => {
  it('a run to its end at the speed of a test run passes', async () => {
    const cell = await startLoadedCell();
    expect(cell.state().preflight).toBeNull();
    await cell.ask('setTestRunSpeed', { value: 0.25 });
    await cell.ask('playRoutine', {});
    await cell.clock.advance(10_000);
    expect(cell.state().run?.status).toBe('completed');
    expect(cell.state().preflight).toMatchObject({ result: 'passed', reason: null, byName: null });
  });

  it.each([
    ['a run at full speed', null, {}],
    ['a run that began in the middle', 0.25, { fromStepID: 'step_2', isConfirmed: true }],
  ])('%s does not pass', async (_name, value, options) => {
    const cell = await startLoadedCell();
    await cell.ask('setTestRunSpeed', { value });
    expect((await cell.ask('playRoutine', options)).ok).toBe(true);
    await cell.clock.advance(10_000);
    expect(cell.state().run?.status).toBe('completed');
    expect(cell.state().preflight).toBeNull();
  });

  it('a test run that is sped up or stopped does not pass', async () => {
    const cell = await startLoadedCell();
    await cell.ask('setTestRunSpeed', { value: 0.25 });
    await cell.ask('playRoutine', {});
    await cell.clock.advance(100);
    await cell.ask('setTestRunSpeed', { value: null });
    await cell.clock.advance(10_000);
    expect(cell.state().preflight).toBeNull();
    await cell.ask('setTestRunSpeed', { value: 0.25 });
    await cell.ask('playRoutine', {});
    await cell.clock.advance(100);
    await cell.ask('stop', {});
    await cell.clock.advance(10_000);
    expect(cell.state().preflight).toBeNull();
  });

  it('the test run can be skipped with a reason that every client sees, and the arm returns to full speed', async () => {
    const cell = await startLoadedCell();
    await cell.ask('setTestRunSpeed', { value: 0.25 });
    expect(await cell.ask('skipPreflightTestRun', { reason: '  ' })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation' },
    });
    expect((await cell.ask('skipPreflightTestRun', { reason: 'Same part as yesterday' })).ok).toBe(true);
    expect(cell.state().preflight).toMatchObject({
      result: 'skipped',
      reason: 'Same part as yesterday',
      byName: 'Ada',
    });
    expect(cell.state().testRunSpeed).toBeNull();
    expect(cell.robot.state.overrideFactor).toBe(1);
  });

  it('needs a loaded routine', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    expect(await cell.ask('skipPreflightTestRun', { reason: 'None' })).toMatchObject({
      ok: false,
      error: { code: 'cannot_play_routine' },
    });
  });

  it('expires with another version of the routine, but not with the same', async () => {
    const cell = await startLoadedCell();
    await cell.ask('skipPreflightTestRun', { reason: 'Known' });
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect(cell.state().preflight?.result).toBe('skipped');
  });
});
