import { describe, expect, it } from 'vitest';
import { type PlayOptions, playback, type StepSketch, step } from '../../testing/play.fixture.ts';

const at = (x: number) => ({ target: { pose: { x, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 } } });
const line = (id: string, x = 0, more: object = {}) =>
  step('MoveArmTo', { motionKind: 'line', ...at(x), ...more }, [], { id });

function push(children: readonly StepSketch[], args: Readonly<Record<string, unknown>> = {}, options?: PlayOptions) {
  return playback([step('PushMode', args, children, { id: 'push' })], options);
}

describe('PushMode', () => {
  it.each([
    [0, 20],
    [10, 20],
    [55, 70],
    [100, 120],
  ])('at %d %% lets the moves inside press with %d N', async (forcePercent, newtons) => {
    const run = push([line('a')], { forcePercent });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.contactForces).toEqual([expect.closeTo(newtons, 9)]);
  });

  it('does not allow contact for the moves after it', async () => {
    const run = playback([step('PushMode', {}, [line('inside')]), line('behind')]);
    await run.finish();
    expect(run.cell.contactForces).toEqual([expect.any(Number), undefined]);
  });

  it('ends a move on contact, shows the force and continues with the next step', async () => {
    const run = push([line('down'), line('up', 0.1)], { forcePercent: 55 }, { touchesAfterMS: 50 });
    const result = run.play();
    await run.clock.advance(60);
    expect(run.cell.stepVariables.get('push.isInContact')).toBe(true);
    expect(run.cell.stepVariables.get('push.contactForce')).toBeCloseTo(70, 9);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['press down', 'press up']);
    expect(run.cell.stepVariables.get('down.completedCount')).toBe(1);
  });

  it('reports no contact when a move reaches its target', async () => {
    const run = push([line('a')]);
    await run.finish();
    expect(run.cell.actions).toEqual(['reach a']);
    expect(run.cell.stepVariables.get('push.isInContact')).toBe(false);
    expect(run.cell.stepVariables.get('push.contactForce')).toBe(0);
  });

  it('limits its moves to 25 mm/s and keeps slower ones', async () => {
    const run = push([line('a'), line('b', 0.1, { speedProfile: { maxTooltipSpeed: 0.01 } })]);
    await run.finish();
    expect(run.cell.moves.flat().map(({ limits }) => limits?.maxTooltipSpeed)).toEqual([0.025, 0.01]);
  });

  it('continues after the target before which a chain of moves made contact', async () => {
    const run = push([line('a', 0, { isWaypoint: true }), line('b', 0.1)], {}, { touchesAfterMS: 50 });
    await run.finish();
    expect(run.cell.moves.map((targets) => targets.map(({ stepID }) => stepID))).toEqual([['a', 'b'], ['b']]);
    expect(run.cell.actions).toEqual(['press a', 'press b']);
  });

  it('continues after the waypoint before which a move made contact', async () => {
    const waypoint = (id: string) => step('Waypoint', { motionKind: 'line', ...at(0) }, [], { id });
    const run = push([step('MoveArmToV2', {}, [waypoint('a'), waypoint('b')])], {}, { touchesAfterMS: 50 });
    await run.finish();
    expect(run.cell.moves.map((targets) => targets.map(({ stepID }) => stepID))).toEqual([['a', 'b'], ['b']]);
    expect(run.cell.stepVariables.get('a.stoppedEarly')).toBe(0);
  });

  it('uses the force of an inner PushMode', async () => {
    const run = push([step('PushMode', { forcePercent: 10 }, [line('inner')]), line('outer')], { forcePercent: 100 });
    await run.finish();
    expect(run.cell.contactForces).toEqual([20, 120]);
  });

  it('fails with a move that fails, and stops during a move', async () => {
    const failing = push([line('a')], {}, { faults: ['motionFails'] });
    expect(await failing.finish()).toMatchObject({ failure: 'PlanningFailure', step: { id: 'a' } });
    const run = push([line('a')]);
    const result = run.play();
    await run.clock.advance(50);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
  });
});
