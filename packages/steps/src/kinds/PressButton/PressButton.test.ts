import { describe, expect, it } from 'vitest';
import { type PlayOptions, playback, step } from '../../testing/play.fixture.ts';

const at = (x: number) => ({ target: { pose: { x, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 } } });
const button = { prePressPosition: at(0.4), pressPosition: at(0.42) };

function press(args: Readonly<Record<string, unknown>> = {}, options?: PlayOptions) {
  return playback([step('PressButton', { ...button, ...args }, [], { id: 'press' })], options);
}

const targetX = (x: number) => ({ pose: expect.objectContaining({ x }) });

describe('PressButton', () => {
  it('moves before the button, presses it slowly along a line, and moves back along the line', async () => {
    const run = press({ motionSpeed: 80, tcpOption: 'ee-1' });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.moves.flat()).toMatchObject([
      { target: targetX(0.4), motionKind: 'joint', motionSpeed: 80, tcpOption: 'ee-1' },
      { target: targetX(0.42), motionKind: 'line', limits: { maxTooltipSpeed: 0.025 } },
      { target: targetX(0.4), motionKind: 'line' },
    ]);
    expect(run.cell.stepVariables.get('press.completedCount')).toBe(1);
    expect(run.cell.stepVariables.get('press.currentActivity')).toBe('none');
  });

  it('may make contact with its force on the way in, but not before or on the way back', async () => {
    const run = press({ pressForce: 50 });
    await run.finish();
    expect(run.cell.contactForces).toEqual([undefined, 50, undefined]);
  });

  it('records only the press as an effect, because it cannot be repeated', async () => {
    const run = press();
    await run.finish();
    expect(run.cell.effects).toEqual([false, true, false]);
  });

  it('holds the button for 0.3 s at the contact force', async () => {
    const run = press({}, { touchesAfterMS: 50 });
    const result = run.play();
    await run.clock.advance(100 + 50 + 299);
    expect(run.cell.actions).toEqual(['reach press', 'press press']);
    expect(run.cell.moves).toHaveLength(2);
    expect(run.cell.stepVariables.get('press.contactForce')).toBe(30);
    await run.clock.advance(1);
    expect(run.cell.moves).toHaveLength(3);
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
  });

  it('holds the button for the configured time, not counting a pause', async () => {
    const run = press({ pressDuration: 2 });
    const result = run.play();
    await run.clock.advance(200 + 500);
    run.engine.pause();
    await run.clock.advance(10_000);
    expect(run.cell.moves).toHaveLength(2);
    run.engine.resume();
    await run.clock.advance(1499);
    expect(run.cell.moves).toHaveLength(2);
    await run.clock.advance(1);
    expect(run.cell.moves).toHaveLength(3);
    await run.finish(result);
  });

  it('shows 0 N when it makes no contact', async () => {
    const run = press();
    await run.finish();
    expect(run.cell.stepVariables.get('press.contactForce')).toBe(0);
  });

  it('shifts as a whole by an offset around it', async () => {
    const move = step('MoveArmTo', { motionKind: 'line', ...at(0) });
    const run = playback([step('AddOffset', { translationX: 1 }, [step('PressButton', button), move])]);
    await run.finish();
    expect(run.cell.moves.flat().slice(0, 2)).toMatchObject([{ target: targetX(1.4) }, { target: targetX(1.42) }]);
  });

  it('stops without further motion', async () => {
    const run = press();
    const result = run.play();
    await run.clock.advance(250);
    run.engine.stop();
    expect(await run.finish(result)).toEqual({ kind: 'stopped' });
    expect(run.cell.moves).toHaveLength(2);
    expect(run.cell.stepVariables.get('press.completedCount')).toBe(0);
  });

  it('does not move if its target cannot be resolved', async () => {
    const run = press({ pressPosition: { targetKind: 'expression', expression: { kind: 'constant', value: 'far' } } });
    expect(await run.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Move arm target is not valid',
      detail: 'press position',
    });
    expect(run.cell.moves).toEqual([]);
  });

  it('fails when the motion fails', async () => {
    expect(await press({}, { faults: ['motionFails'] }).finish()).toMatchObject({
      failure: 'PlanningFailure',
      message: 'Failed to generate motion plan',
      detail: 'to the pre-press position',
    });
  });
});
