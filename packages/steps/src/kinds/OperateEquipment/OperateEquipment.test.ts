import { describe, expect, it } from 'vitest';
import { effectiveTimeLimit } from '../../framework/index.ts';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { operateEquipmentContract } from './contract.ts';

const clamp = () => step('OperateEquipment', { equipmentID: 'd1', actionID: 'clamp' }, [], { id: 'clamp' });

describe('OperateEquipment', () => {
  it('commands the action of the device once', async () => {
    const run = playback([clamp()]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toEqual([
      { capability: 'actions', equipmentID: 'd1', command: { action: 'clamp' } },
    ]);
  });

  it('retries a busy device every 100 ms and abandons it before its limit of 10 s', async () => {
    const soon = playback([clamp()]);
    soon.cell.busyDeviceTries = 3;
    expect(await soon.finish()).toEqual({ kind: 'completed' });
    expect(soon.clock.now()).toBe(300);
    const never = playback([clamp()], { faults: ['deviceBusy'] });
    expect(await never.finish()).toMatchObject({
      failure: 'ExecutionFailure',
      message: 'Equipment action failed',
      detail: 'the device is busy',
    });
    expect(never.clock.now()).toBe(9900);
    const limit = operateEquipmentContract.timeLimit(operateEquipmentContract.args.parse({}));
    expect(effectiveTimeLimit(limit)).toEqual({ limitMS: 10_000, warningMS: 7500 });
  });

  it('does not repeat an action that failed', async () => {
    const run = playback([clamp()], { faults: ['deviceFails'] });
    expect(await run.finish()).toMatchObject({ failure: 'ExecutionFailure', message: 'Equipment action failed' });
    expect(run.cell.deviceCommands).toHaveLength(1);
  });

  it('finds an action by its id or its name', () => {
    const device = {
      id: 'd1',
      kind: 'CustomDevice',
      name: 'Clamp',
      capabilities: ['actions'],
      descriptions: { actions: { sensorKind: 'modbusTCP', actions: [{ id: 'a1', name: 'clamp' }], sensors: [] } },
    } as const;
    const problemsOf = (actionID: string) =>
      provokeCheck(operateEquipmentContract, { args: { equipmentID: 'd1', actionID }, equipment: [device] });
    expect([...problemsOf('a1'), ...problemsOf('clamp')]).toEqual([]);
    expect(problemsOf('a2')).toMatchObject([{ fieldId: 'actionID' }]);
  });
});
