import { describe, expect, it } from 'vitest';
import type { CellEquipment } from '../../framework/index.ts';
import { effectiveTimeLimit } from '../../framework/index.ts';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { actuateGripperContract } from './contract.ts';

function actuate(args: Readonly<Record<string, unknown>> = {}) {
  return step('ActuateGripper', args, [], { id: 'grip' });
}

describe('ActuateGripper', () => {
  it('grips with the defaults of the specification', async () => {
    const run = playback([actuate()]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands.map(({ command }) => command)).toEqual([
      {
        control: 'force_grip',
        widthMeters: 0.045,
        direction: 'inward',
        forceNewtons: 45,
        speedFraction: 0.95,
        toleranceMeters: 0.003,
        waitForGrip: true,
      },
    ]);
    expect(run.cell.stepVariables.get('grip.gripDetected')).toBe(true);
  });

  it("sends the force as a fraction of the gripper's maximum", async () => {
    const run = playback([actuate({ forceKind: 'percent' })]);
    await run.finish();
    expect(run.cell.deviceCommands[0]?.command).toMatchObject({ forceFraction: 0.5 });
    expect(run.cell.deviceCommands[0]?.command).not.toHaveProperty('forceNewtons');
  });

  it('retries a busy gripper every 100 ms', async () => {
    const run = playback([actuate()]);
    run.cell.busyDeviceTries = 3;
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toHaveLength(4);
    expect(run.clock.now()).toBe(300);
  });

  it('abandons a busy gripper before its limit of 10 s', async () => {
    const run = playback([actuate()], { faults: ['deviceBusy'] });
    expect(await run.finish()).toMatchObject({
      failure: 'GripperFailure',
      message: 'Failed to actuate gripper',
      detail: 'the device is busy',
    });
    expect(run.clock.now()).toBe(9900);
  });

  it('has a limit of 10,000 ms with its warning at 75 %', () => {
    const limit = actuateGripperContract.timeLimit(actuateGripperContract.args.parse({}));
    expect(effectiveTimeLimit(limit)).toEqual({ limitMS: 10_000, warningMS: 7500 });
  });

  it('reports no gripper in the cell, and a chosen device that cannot grip', () => {
    const lift = { id: 'l', kind: 'Lift', name: 'Lift', capabilities: [] };
    const kindsOf = (args: object, equipment: readonly (typeof lift)[]) =>
      provokeCheck(actuateGripperContract, { args: { ...args }, equipment }).map(({ kind }) => kind);
    expect(kindsOf({}, [])).toEqual(['EquipmentNotFound']);
    expect(kindsOf({ equipmentID: 'gone' }, [lift])).toEqual(['EquipmentNotFound']);
    expect(kindsOf({ equipmentID: 'l' }, [lift])).toEqual(['missingEquipment']);
  });

  it('must respect the limits of the commanded gripper, each field by itself', () => {
    const gripper = {
      widthRange: { inward: { minimum: 0.035, maximum: 0.085 }, outward: { minimum: 0.045, maximum: 0.095 } },
      forceRange: { minimum: 14, maximum: 140 },
      speedFractionRange: { minimum: 0.1, maximum: 1 },
    };
    const small = {
      id: 'g1',
      kind: 'OnRobot2FG7',
      name: 'Small',
      capabilities: ['gripper'],
      descriptions: { gripper },
    };
    const unknown = { id: 'g2', kind: 'Other', name: 'Unknown', capabilities: ['gripper'] };
    const fieldsOf = (args: object, equipment: readonly CellEquipment[] = [small]) =>
      provokeCheck(actuateGripperContract, { args: { ...args }, equipment }).map(({ fieldId }) => fieldId);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ diameter: 0.09, force: 200, speed: 0.05 })).toEqual(['diameter', 'force', 'speed']);
    expect(fieldsOf({ diameter: 0.09, direction: 'outward' })).toEqual([]);
    expect(fieldsOf({ forceKind: 'percent', forcePercent: 0.05, force: 200 })).toEqual(['forcePercent']);
    expect(fieldsOf({ diameter: 0.09, equipmentID: 'g1' }, [small, unknown])).toEqual(['diameter']);
    expect(fieldsOf({ diameter: 0.09, equipmentID: 'g2' }, [small, unknown])).toEqual([]);
  });

  it('commands a round gripper by its diameter, whatever the speed is', () => {
    const gripper = {
      opening: 'diameter' as const,
      widthRange: { inward: { minimum: 0.004, maximum: 0.152 }, outward: { minimum: 0.035, maximum: 0.176 } },
      forceRange: { minimum: 10, maximum: 240 },
    };
    const equipment = [
      { id: 'g1', kind: 'OnRobot3FG15', name: 'Round', capabilities: ['gripper'], descriptions: { gripper } },
    ];
    const problemsOf = (args: object) => provokeCheck(actuateGripperContract, { args: { ...args }, equipment });
    expect(problemsOf({ diameter: 0.15, force: 240, speed: 0.01 })).toEqual([]);
    expect(problemsOf({ diameter: 0.16, force: 9 })).toMatchObject([
      { fieldId: 'diameter', message: expect.stringContaining('Diameter 160 is outside') },
      { fieldId: 'force', message: expect.stringContaining('10 to 240 N') },
    ]);
    expect(problemsOf({ diameter: 0.16, direction: 'outward' })).toEqual([]);
  });

  it('sends its force as a fraction to a gripper that takes no newtons', () => {
    const gripper = {
      widthRange: { inward: { minimum: 0, maximum: 0.095 }, outward: { minimum: 0.02, maximum: 0.115 } },
      forceFractionRange: { minimum: 0.2, maximum: 1 },
      speedFractionRange: { minimum: 0, maximum: 1 },
    };
    const equipment = [
      { id: 'g1', kind: 'DHGripper', name: 'AG', capabilities: ['gripper'], descriptions: { gripper } },
    ];
    const fieldsOf = (args: object) =>
      provokeCheck(actuateGripperContract, { args: { ...args }, equipment }).map(({ fieldId }) => fieldId);
    expect(fieldsOf({})).toEqual(['forceKind']);
    expect(fieldsOf({ forceKind: 'percent' })).toEqual([]);
    expect(fieldsOf({ forceKind: 'percent', forcePercent: 0.19, speed: 0 })).toEqual(['forcePercent']);
  });

  it('does not repeat a command that was carried out and failed', async () => {
    const run = playback([actuate()], { faults: ['deviceFails'] });
    expect(await run.finish()).toMatchObject({ failure: 'GripperFailure', message: 'Failed to actuate gripper' });
    expect(run.cell.deviceCommands).toHaveLength(1);
  });

  it('continues after a failure if configured', async () => {
    const run = playback([actuate({ stopOnFailure: false })], { faults: ['deviceFails'] });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.stepVariables.get('grip.gripDetected')).toBe(false);
  });

  it('ends immediately on a stop while it waits to retry', async () => {
    const run = playback([actuate()], { faults: ['deviceBusy'] });
    const result = run.play();
    await run.clock.advance(250);
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
    expect(run.cell.deviceCommands).toHaveLength(3);
  });
});
