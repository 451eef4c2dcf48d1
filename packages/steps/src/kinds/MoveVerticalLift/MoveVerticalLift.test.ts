import { describe, expect, it } from 'vitest';
import { type CellEquipment, effectiveTimeLimit } from '../../framework/index.ts';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { moveVerticalLiftContract } from './contract.ts';

const move = (args: Readonly<Record<string, unknown>> = {}) =>
  step('MoveVerticalLift', { target: 0.4, ...args }, [], { id: 'up' });
const lift: CellEquipment = {
  id: 'l',
  kind: 'Lift',
  name: 'Column',
  capabilities: ['lift'],
  descriptions: { lift: { heightRange: { minimum: 0, maximum: 0.7 }, isCalibrated: true } },
};
const problemsOf = (args: object, equipment: readonly CellEquipment[] = [lift]) =>
  provokeCheck(moveVerticalLiftContract, { args: { ...args }, equipment }).map(({ kind, fieldId }) => [kind, fieldId]);

describe('MoveVerticalLift', () => {
  it('moves the lift to the height at the speed once', async () => {
    const run = playback([move({ speed: 0.3 })]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    const command = { heightMeters: 0.4, speedFraction: 0.3 };
    expect(run.cell.deviceCommands).toEqual([{ capability: 'lift', equipmentID: undefined, command }]);
    expect(run.cell.stepVariables.get('up.height')).toBe(0.4);
  });

  it('waits for a busy lift and fails when it does not move', async () => {
    const soon = playback([move()]);
    soon.cell.busyDeviceTries = 3;
    expect(await soon.finish()).toEqual({ kind: 'completed' });
    expect(soon.clock.now()).toBe(300);
    const never = playback([move()], { faults: ['deviceFails'] });
    expect(await never.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Failed to move vertical lift',
    });
    expect(never.cell.deviceCommands).toHaveLength(1);
  });

  it('has a limit of 100,000 ms with its warning at 75 %', () => {
    const limit = moveVerticalLiftContract.timeLimit(moveVerticalLiftContract.args.parse({}));
    expect(effectiveTimeLimit(limit)).toEqual({ limitMS: 100_000, warningMS: 75_000 });
  });

  it('requires a height within the stroke of the lift', () => {
    expect(problemsOf({ target: 0 })).toEqual([]);
    expect(problemsOf({ target: 0.7 })).toEqual([]);
    for (const args of [{}, { target: -0.001 }, { target: 0.701 }]) {
      expect(problemsOf(args).map(([, fieldId]) => fieldId)).toEqual(['target']);
    }
    expect(problemsOf({ target: 0.1, speed: 0 }).map(([, fieldId]) => fieldId)).toEqual(['speed']);
  });

  it('only warns if the accelerations of the lift are not calibrated', () => {
    const rough = { lift: { heightRange: { minimum: 0, maximum: 1 }, isCalibrated: false } };
    expect(problemsOf({ target: 0.9 }, [{ ...lift, descriptions: rough }])).toEqual([
      ['configurationWarning', 'target'],
    ]);
  });
});
