import { describe, expect, it } from 'vitest';
import { leaveLimitMS } from '../framework/index.ts';
import { type LeaveNote, type LeavingArgs, leavingKind } from '../testing/leaving-kinds.fixture.ts';
import { playback, type StepSketch, step } from '../testing/play.fixture.ts';

function leaving(id: string, args: LeavingArgs, children: readonly StepSketch[] = []): StepSketch {
  return step('Leaving', args, children, { id });
}

/** Plays steps and records each time one is left. */
function start(steps: readonly StepSketch[]) {
  const notes: LeaveNote[] = [];
  const run = playback(steps, {
    findKind: (playing, kind) => (kind === 'Leaving' ? leavingKind(notes, playing.clock) : undefined),
  });
  return { run, notes, result: run.play(), leftSteps: () => notes.map(({ stepID, outcome }) => [stepID, outcome]) };
}

describe('Leaving a step', () => {
  it.each([
    ['completes', 'completed', { kind: 'completed' }],
    ['fails', 'failed', { kind: 'failed', failure: 'ExecutionFailure' }],
    ['throws', 'failed', { kind: 'failed', failure: 'InternalFailure' }],
    ['breaks', 'loopControl', { kind: 'failed', failure: 'ExecutionFailure' }],
  ] as const)('happens once when the step %s', async (how, outcome, result) => {
    const { run, notes, result: played } = start([leaving('a', { run: how })]);
    expect(await run.finish(played)).toMatchObject(result);
    expect(notes).toMatchObject([{ stepID: 'a', outcome, wasAborted: false }]);
  });

  it.each(['waits', 'ignoresStop'] as const)('happens once when a stop ends a step that %s', async (how) => {
    const { run, result, leftSteps, notes } = start([leaving('a', { run: how }), leaving('b', { run: 'completes' })]);
    await run.clock.advance(100);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(leftSteps()).toEqual([['a', 'stopped']]);
    expect(notes[0]?.wasAborted).toBe(false);
  });

  it('ignores a pause that follows the stop', async () => {
    const slow = leaving('a', { run: 'completes', leaveTakesMS: 400 });
    const { run, result, leftSteps } = start([slow, leaving('b', { run: 'completes' })]);
    await run.clock.advance(100);
    run.engine.stop();
    await run.clock.advance(100);
    run.engine.pause();
    await run.clock.advance(300);
    expect(run.engine.isPaused).toBe(false);
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(leftSteps()).toEqual([['a', 'completed']]);
  });

  it('happens once when the time limit ends the step', async () => {
    const { run, result, leftSteps } = start([leaving('a', { run: 'waits', limitMS: 1000 })]);
    expect(await run.finish(result)).toMatchObject({ kind: 'failed', message: 'timeout of 1000ms reached' });
    expect(leftSteps()).toEqual([['a', 'failed']]);
  });

  it('happens from inner to outer steps when a step inside crashes', async () => {
    const { run, result, leftSteps } = start([
      leaving('a', { run: 'playsInside' }, [leaving('b', { run: 'playsInside' }, [leaving('c', { run: 'throws' })])]),
    ]);
    expect(await run.finish(result)).toMatchObject({ kind: 'failed', failure: 'InternalFailure', step: { id: 'c' } });
    expect(leftSteps()).toEqual([
      ['c', 'failed'],
      ['b', 'failed'],
      ['a', 'failed'],
    ]);
  });

  it('waits for slow inner steps before the outer one is left after a stop', async () => {
    const inner = leaving('b', { run: 'ignoresStop', leaveTakesMS: 400 });
    const { run, result, notes } = start([leaving('a', { run: 'playsInside' }, [inner])]);
    await run.clock.advance(100);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(notes.map(({ stepID, at }) => [stepID, at])).toEqual([
      ['b', 1100],
      ['a', 1500],
    ]);
    expect(run.events.filter((event) => event.startsWith('warn'))).toEqual([
      'warn b The step did not end within 1000 ms of the stop and was aborted',
    ]);
  });

  it('happens in every thread when a background step fails', async () => {
    const failing = leaving('c', { run: 'fails', takesMS: 50 });
    const { run, result, leftSteps } = start([
      leaving('a', { run: 'playsBeside' }, [failing]),
      leaving('b', { run: 'waits' }),
    ]);
    expect(await run.finish(result)).toMatchObject({ kind: 'failed', step: { id: 'c' } });
    expect(leftSteps()).toEqual([
      ['a', 'completed'],
      ['c', 'failed'],
      ['b', 'stopped'],
    ]);
  });

  it('ends at its time limit, with its signal aborted', async () => {
    const { run, result, notes } = start([leaving('a', { run: 'completes', leave: 'ignoresTime' })]);
    expect(await run.finish(result)).toMatchObject({
      kind: 'failed',
      failure: 'StepPlayFailure',
      message: 'Leaving the step took longer than 500 ms and was aborted',
    });
    expect(run.clock.now()).toBe(leaveLimitMS);
    expect(notes[0]?.signal.aborted).toBe(true);
  });

  it('continues through a stop and ends at its time limit', async () => {
    const { run, result, notes } = start([
      leaving('a', { run: 'completes', leave: 'ignoresTime' }),
      leaving('b', { run: 'completes' }),
    ]);
    await run.clock.advance(100);
    run.engine.stop();
    expect(notes).toMatchObject([{ stepID: 'a', wasAborted: false, signal: { aborted: false } }]);
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.clock.now()).toBe(leaveLimitMS);
    expect(notes).toHaveLength(1);
    await run.clock.advance(2000);
    expect(run.events.filter((event) => event.startsWith('warn'))).toEqual([]);
  });

  it('does not delay a stop of the steps that play', async () => {
    const slow = leaving('c', { run: 'completes', leave: 'ignoresTime' });
    const { run, result, notes } = start([
      leaving('a', { run: 'playsBeside' }, [slow]),
      leaving('b', { run: 'waits' }),
    ]);
    await run.clock.advance(100);
    run.engine.stop();
    await Promise.resolve();
    await run.clock.advance(0);
    expect(notes.map(({ stepID, at }) => [stepID, at])).toEqual([
      ['a', 0],
      ['c', 0],
      ['b', 100],
    ]);
    await run.finish(result);
  });

  it('continues while the run is paused', async () => {
    const { run, result } = start([leaving('a', { run: 'completes', leaveTakesMS: 300 })]);
    await run.clock.advance(100);
    run.engine.pause();
    await run.clock.advance(200);
    expect(run.events).toContain('end a completed');
    run.engine.resume();
    await run.finish(result);
  });

  it.each([
    ['fails', 'IOFailure', 'the output stayed on'],
    ['throws', 'InternalFailure', 'Leaving the step failed unexpectedly: Error: leaving crashed'],
  ] as const)('fails a completed step when it %s', async (leave, failure, message) => {
    const { run, result } = start([leaving('a', { run: 'completes', leave })]);
    expect(await run.finish(result)).toMatchObject({ kind: 'failed', failure, message, step: { id: 'a' } });
  });

  it('keeps the failure of the step when leaving it fails, too, and warns', async () => {
    const { run, result } = start([leaving('a', { run: 'fails', leave: 'fails' })]);
    expect(await run.finish(result)).toMatchObject({ kind: 'failed', message: 'the step failed' });
    expect(run.events).toContain('warn a Leaving the step failed: the output stayed on');
  });

  it('does not happen for a step that never began', async () => {
    const { run, result, leftSteps } = start([leaving('a', { run: 'fails' }), leaving('b', { run: 'completes' })]);
    await run.finish(result);
    expect(leftSteps()).toEqual([['a', 'failed']]);
  });
});
