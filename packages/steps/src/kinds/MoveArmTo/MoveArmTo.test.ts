import { describe, expect, it } from 'vitest';
import { sayInEnglish } from '../../framework/index.ts';
import { type PlayOptions, playback, type StepSketch, step } from '../../testing/play.fixture.ts';
import { moveArmToContract } from './contract.ts';

const target = { jointAngles: [0, 0, 0, 0, 0, 0] };

function move(id: string, args: Readonly<Record<string, unknown>> = {}, children: readonly StepSketch[] = []) {
  return step('MoveArmTo', { motionKind: 'joint', target, ...args }, children, { id });
}

function arc(id: string): StepSketch {
  return step('Arc', { viaTarget: { target }, endTarget: { target } }, [], { id });
}

function play(steps: readonly StepSketch[], options?: PlayOptions) {
  return playback(steps, options);
}

function motions(run: ReturnType<typeof play>): string[][] {
  return run.cell.moves.map((waypoints) => waypoints.map(({ stepID }) => stepID));
}

function starts(run: ReturnType<typeof play>): string[] {
  return run.events.filter((event) => /^(start|end)/.test(event));
}

const waypoint = { isWaypoint: true };

describe('MoveArmTo', () => {
  it('moves to its target with its own settings', async () => {
    const run = play([
      move('a', {
        motionKind: 'line_inc',
        motionSpeed: 20,
        blend: { blendRadius: 0.02 },
        tcpOption: 'wrist',
        isCacheable: false,
        speedProfile: { maxTooltipSpeed: 0.1 },
      }),
    ]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.moves.flat()).toMatchObject([
      {
        target,
        motionKind: 'line_inc',
        motionSpeed: 20,
        blendRadius: 0.02,
        tcpOption: 'wrist',
        isCacheable: false,
        limits: { maxTooltipSpeed: 0.1 },
      },
    ]);
  });

  it('has the same sentence for line_inc of older routines as for a line, because its target is a position', () => {
    const names = { say: sayInEnglish, spaceItem: String, variable: String, step: String };
    const [line, older] = ['line', 'line_inc'].map((motionKind) =>
      moveArmToContract.summarize(moveArmToContract.args.parse({ motionKind, target }), names),
    );
    expect(line).toContain('line');
    expect(older).toBe(line);
  });

  it('shows the state of the motion and how often the target was reached', async () => {
    const run = play([step('Loop', { times: 2 }, [move('a')])]);
    await run.finish();
    expect(run.events).toContain('a.currentActivity = moving');
    expect(run.cell.stepVariables.get('a.currentActivity')).toBe('none');
    expect(run.events).toContain('a.completedCount = 0');
    expect(run.cell.stepVariables.get('a.completedCount')).toBe(2);
  });

  it('continues along the arcs inside it in the same motion', async () => {
    const run = play([move('a', {}, [arc('b'), arc('c')])]);
    await run.finish();
    expect(motions(run)).toEqual([['a', 'b', 'c']]);
    expect(starts(run)).toEqual([
      'start a',
      'start b',
      'end b completed',
      'start c',
      'end c completed',
      'end a completed',
    ]);
    expect(run.cell.moves.flat().map(({ motionKind }) => motionKind)).toEqual(['joint', 'arc', 'arc']);
  });

  it('can start at one of its arcs', async () => {
    const run = play([move('a', {}, [arc('b'), arc('c')])], { fromStepID: 'c' });
    await run.finish();
    expect(motions(run)).toEqual([['c']]);
  });
});

describe('MoveArmTo as a waypoint', () => {
  it('forms one motion with the following moves up to the first other step', async () => {
    const run = play([move('a', waypoint), move('b', waypoint), move('c'), move('d')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(motions(run)).toEqual([['a', 'b', 'c'], ['d']]);
    expect(starts(run)).toEqual([
      'start a',
      'start b',
      'end b completed',
      'start c',
      'end c completed',
      'end a completed',
      'start d',
      'end d completed',
    ]);
  });

  it('includes the following moves again in each iteration of a loop', async () => {
    const run = play([step('Loop', { times: 2 }, [move('a', waypoint), move('b')])]);
    await run.finish();
    expect(motions(run)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('stops before a move that depends on values at that time', async () => {
    const computed = { targetKind: 'expression', expression: { kind: 'variable', variableID: 'where' } };
    const run = play([move('a', waypoint), move('b', computed)], {
      variables: { where: JSON.stringify(target.jointAngles) },
    });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(motions(run)).toEqual([['a'], ['b']]);
  });

  it('stops before a move with arcs inside, which begins a motion of its own', async () => {
    const run = play([move('a', waypoint), move('b', {}, [arc('c')])]);
    await run.finish();
    expect(motions(run)).toEqual([['a'], ['b', 'c']]);
  });

  it('skips disabled moves', async () => {
    const off = step('MoveArmTo', { motionKind: 'joint', target }, [], { id: 'off', isDisabled: true });
    const run = play([move('a', waypoint), off, move('b')]);
    await run.finish();
    expect(motions(run)).toEqual([['a', 'b']]);
    expect(starts(run)).toContain('end off skipped');
  });

  it('fails at the move whose target cannot be resolved, before anything moves', async () => {
    const nonsense = { targetKind: 'expression', expression: { kind: 'constant', value: 'over there' } };
    const run = play([move('a', waypoint), move('b', nonsense)]);
    expect(await run.finish()).toMatchObject({ message: 'Move arm target is not valid', step: { id: 'b' } });
    expect(run.cell.moves).toEqual([]);
  });

  it('stops during the motion to a later move', async () => {
    const run = play([move('a', waypoint), move('b')]);
    const result = run.play();
    await run.clock.advance(150);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(starts(run).slice(-2)).toEqual(['end b stopped', 'end a stopped']);
  });

  it('counts as one step for step once', async () => {
    const run = play([move('a', waypoint), move('b'), move('c')], { goOn: { kind: 'stepOnce' } });
    const result = run.play();
    await run.clock.advance(5000);
    expect(run.cell.actions).toEqual(['reach a', 'reach b']);
    expect(run.events.at(-1)).toBe('paused');
    run.engine.stop();
    await result;
  });
});
