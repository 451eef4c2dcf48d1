import { describe, expect, it } from 'vitest';
import { type PlayOptions, playback, type StepSketch, step } from '../../testing/play.fixture.ts';

const anywhere = { target: { jointAngles: [0, 0, 0, 0, 0, 0] } };

function waypoint(id: string, args: Readonly<Record<string, unknown>> = anywhere, isDisabled = false): StepSketch {
  return step('Waypoint', args, [], { id, isDisabled });
}

function output(id: string): StepSketch {
  return step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] }, [], { id });
}

function move(children: readonly StepSketch[], args: Readonly<Record<string, unknown>> = {}, options?: PlayOptions) {
  return playback([step('MoveArmToV2', args, children, { id: 'move' })], options);
}

/** Returns the ids of the waypoints of each motion. */
function motions(run: ReturnType<typeof move>): string[][] {
  return run.cell.moves.map((waypoints) => waypoints.map(({ stepID }) => stepID));
}

function starts(run: ReturnType<typeof move>): string[] {
  return run.events.filter((event) => /^(start|end)/.test(event));
}

const isHigh = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };

describe('MoveArmToV2', () => {
  it('passes its waypoints in one motion and shows each as a step while the arm moves to it', async () => {
    const run = move([waypoint('a'), waypoint('b')]);
    const result = run.play();
    await run.clock.advance(150);
    expect(starts(run)).toEqual(['start move', 'start a', 'end a completed', 'start b']);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(starts(run).slice(4)).toEqual(['end b completed', 'end move completed']);
    expect(motions(run)).toEqual([['a', 'b']]);
  });

  it('shows the state of the motion and how often each waypoint was reached', async () => {
    const run = playback([step('Loop', { times: 2 }, [step('MoveArmToV2', {}, [waypoint('a')], { id: 'move' })])]);
    await run.finish();
    const activities = run.events.filter((event) => event.startsWith('a.currentActivity'));
    expect(activities.slice(0, 3)).toEqual([
      'a.currentActivity = planning',
      'a.currentActivity = moving',
      'a.currentActivity = none',
    ]);
    const counts = run.events.filter((event) => event.startsWith('a.completedCount'));
    expect(counts[0]).toBe('a.completedCount = 0');
    expect(counts.at(-1)).toBe('a.completedCount = 2');
    expect(run.cell.stepVariables.get('a.stoppedEarly')).toBe(0);
  });

  it('passes its speed, blend and limits to waypoints that have none of their own', async () => {
    const run = move(
      [
        waypoint('a'),
        waypoint('b', {
          ...anywhere,
          motionSpeed: 10,
          useParentBlendConfig: false,
          blendConfig: { blendRadius: 0.01 },
        }),
        waypoint('c', { ...anywhere, speedLimitOption: 'CUSTOM', speedProfile: { maxTooltipSpeed: 0.1 } }),
        waypoint('d', { ...anywhere, stopHere: true }),
      ],
      {
        motionSpeed: 80,
        blendConfig: { blendRadius: 0.05 },
        speedLimitOption: 'CUSTOM',
        speedProfile: { maxTooltipSpeed: 1 },
      },
    );
    await run.finish();
    expect(run.cell.moves[0]).toMatchObject([
      { motionSpeed: 80, blendRadius: 0.05, stopHere: false, limits: { maxTooltipSpeed: 1 } },
      { motionSpeed: 10, blendRadius: 0.01, limits: { maxTooltipSpeed: 1 } },
      { motionSpeed: 80, blendRadius: 0.05, limits: { maxTooltipSpeed: 0.1 } },
      { blendRadius: 0, stopHere: true },
    ]);
  });

  it('sets outputs between waypoints at standstill', async () => {
    const run = move([waypoint('a'), waypoint('b'), output('io'), waypoint('c')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(motions(run)).toEqual([['a', 'b'], ['c']]);
    expect(run.cell.actions).toEqual(['reach a', 'reach b', 'Output 1 high', 'reach c']);
  });

  it('stops before a target that is only known when the arm gets there', async () => {
    const ofVariable = { targetKind: 'expression', expression: { kind: 'variable', variableID: 'where' } };
    const run = move([waypoint('a'), waypoint('b', ofVariable), waypoint('c')], {}, { variables: { where: '' } });
    const result = run.play();
    await run.clock.advance(50);
    run.cell.variables.set('where', JSON.stringify([1, 2, 3, 0, 0, 0]));
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(motions(run)).toEqual([['a'], ['b', 'c']]);
    expect(run.cell.moves[1]?.[0]?.target).toEqual({ jointAngles: [1, 2, 3, 0, 0, 0] });
  });

  it('skips disabled children without stopping for them', async () => {
    const disabledOutput = { ...output('io'), isDisabled: true };
    const run = move([waypoint('x', anywhere, true), waypoint('a'), disabledOutput, waypoint('b')]);
    await run.finish();
    expect(motions(run)).toEqual([['a', 'b']]);
    expect(starts(run)).toEqual([
      'start move',
      'end x skipped',
      'start a',
      'end a completed',
      'end io skipped',
      'start b',
      'end b completed',
      'end move completed',
    ]);
  });

  it('fails when all its waypoints are disabled', async () => {
    const run = move([waypoint('a', anywhere, true)]);
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message: 'No waypoints found' });
  });

  it('fails at the waypoint that the arm was moving to', async () => {
    const run = move([waypoint('a')], {}, { faults: ['motionFails'] });
    expect(await run.finish()).toMatchObject({
      failure: 'PlanningFailure',
      message: 'Failed to generate motion plan',
      step: { id: 'a' },
    });
  });

  it('fails at the waypoint whose target cannot be resolved, before it moves', async () => {
    const nonsense = { targetKind: 'expression', expression: { kind: 'constant', value: 'over there' } };
    const run = move([waypoint('a'), waypoint('b', nonsense)]);
    expect(await run.finish()).toMatchObject({ message: 'Move arm target is not valid', step: { id: 'b' } });
    expect(run.cell.moves).toEqual([]);
  });

  it('fails when outputs between its waypoints do not change', async () => {
    const run = move([waypoint('a'), output('io')], {}, { faults: ['outputsFail'] });
    expect(await run.finish()).toMatchObject({
      failure: 'IOFailure',
      message: 'Device actuation during waypoint failed',
      detail: 'the box does not answer',
      step: { id: 'move' },
    });
  });

  it('stops during its motion', async () => {
    const run = move([waypoint('a'), waypoint('b')]);
    const result = run.play();
    await run.clock.advance(150);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(starts(run).slice(-2)).toEqual(['end b stopped', 'end move stopped']);
  });

  it('can start at one of its children', async () => {
    const run = move([waypoint('a'), output('io'), waypoint('b')], {}, { fromStepID: 'io' });
    await run.finish();
    expect(run.cell.actions).toEqual(['Output 1 high', 'reach b']);
  });

  it('counts as one step for step once', async () => {
    const run = playback(
      [step('MoveArmToV2', {}, [waypoint('a'), output('io'), waypoint('b')], { id: 'move' }), output('after')],
      { goOn: { kind: 'stepOnce' } },
    );
    const result = run.play();
    await run.clock.advance(5000);
    expect(run.cell.actions).toEqual(['reach a', 'Output 1 high', 'reach b']);
    expect(run.events.at(-1)).toBe('paused');
    run.engine.stop();
    await result;
  });

  it('does not start moving again while paused', async () => {
    const run = move([waypoint('a'), output('io'), waypoint('b')]);
    const result = run.play();
    await run.clock.advance(50);
    run.engine.pause();
    await run.clock.advance(1000);
    expect(run.cell.actions).toEqual(['reach a']);
    run.engine.resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
  });
});

describe('A motion that cannot be planned', () => {
  it('fails at the waypoint at fault; the one before it is left as stopped', async () => {
    const run = move([waypoint('a'), waypoint('b'), waypoint('c')], {}, { unreachableStepID: 'c' });
    expect(await run.finish()).toMatchObject({
      failure: 'PlanningFailure',
      message: 'out of reach',
      step: { id: 'c' },
    });
    expect(starts(run)).toEqual([
      'start move',
      'start a',
      'end a stopped',
      'start c',
      'end c failed PlanningFailure: out of reach',
      'end move failed PlanningFailure: out of reach',
    ]);
    expect(run.cell.stepVariables.get('a.completedCount')).toBe(0);
  });

  it('fails at the first waypoint if that is at fault', async () => {
    const run = move([waypoint('a'), waypoint('b')], {}, { unreachableStepID: 'a' });
    expect(await run.finish()).toMatchObject({ step: { id: 'a' } });
    expect(starts(run)).toEqual([
      'start move',
      'start a',
      'end a failed PlanningFailure: out of reach',
      'end move failed PlanningFailure: out of reach',
    ]);
  });

  it('fails at the waypoint at fault of a later motion', async () => {
    const run = move([waypoint('a'), output('io'), waypoint('b'), waypoint('c')], {}, { unreachableStepID: 'c' });
    expect(await run.finish()).toMatchObject({ step: { id: 'c' } });
    expect(run.cell.actions).toEqual(['reach a', 'Output 1 high']);
  });
});

describe('Stopping early', () => {
  const untilHigh = {
    ...anywhere,
    stopEarlyConditions: JSON.stringify([[{ kind: 'constant', value: false }], [isHigh]]),
  };

  it('ends the motion within 25 ms of a group of conditions and continues after the waypoint', async () => {
    const run = move([waypoint('a', untilHigh), waypoint('b')]);
    const result = run.play();
    await run.clock.advance(30);
    run.cell.inputs.set('Input 1', 'high');
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.stepVariables.get('a.stoppedEarly')).toBe(2);
    expect(run.cell.actions).toEqual(['reach b']);
    expect(motions(run)).toEqual([['a', 'b'], ['b']]);
    expect(run.clock.now()).toBe(150);
  });

  it('does not happen if no group holds before the waypoint is reached', async () => {
    const run = move([waypoint('a', untilHigh)]);
    await run.finish();
    expect(run.cell.stepVariables.get('a.stoppedEarly')).toBe(0);
    expect(run.cell.actions).toEqual(['reach a']);
  });

  it('fails if a condition cannot be evaluated, and does not move on', async () => {
    const run = move([waypoint('a', untilHigh), waypoint('b')], {}, { faults: ['inputsVanish'] });
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Error in stopEarlyConditions: Input 1 cannot be read',
      step: { id: 'a' },
    });
    expect(run.cell.actions).toEqual([]);
  });
});
