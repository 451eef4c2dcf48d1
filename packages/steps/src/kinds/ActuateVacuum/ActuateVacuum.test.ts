import { describe, expect, it } from 'vitest';
import { type CellEquipment, effectiveTimeLimit, sayInEnglish } from '../../framework/index.ts';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { actuateVacuumContract } from './contract.ts';

function actuate(args: Readonly<Record<string, unknown>> = {}) {
  return step('ActuateVacuum', args, [], { id: 'grip' });
}

describe('ActuateVacuum', () => {
  it.each([
    ['grips with both channels', {}, { A: 0.6, B: 0.6 }],
    ['gives each channel its own suction', { suctionA: 0.3, suctionB: 0.7 }, { A: 0.3, B: 0.7 }],
    ['leaves the other channel alone', { channels: 'A', suctionA: 0.5 }, { A: 0.5 }],
    ['lets go with both', { action: 'release' }, { A: 0, B: 0 }],
    ['lets go with one', { action: 'release', channels: 'B' }, { B: 0 }],
  ])('%s', async (_, args, suction) => {
    const run = playback([actuate(args)]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    const command = { suction, tolerance: 0.1, waitForVacuum: true };
    expect(run.cell.deviceCommands).toEqual([{ capability: 'vacuum', equipmentID: undefined, command }]);
  });

  it('shows the held parts and the vacuum', async () => {
    const run = playback([actuate()]);
    await run.finish();
    expect(Object.fromEntries(run.cell.stepVariables)).toEqual({
      'grip.gripDetected': true,
      'grip.vacuumA': 0.6,
      'grip.vacuumB': 0.6,
    });
  });

  it('retries a busy gripper every 100 ms and abandons it before its limit of 10 s', async () => {
    const soon = playback([actuate()]);
    soon.cell.busyDeviceTries = 3;
    expect(await soon.finish()).toEqual({ kind: 'completed' });
    expect(soon.clock.now()).toBe(300);
    const never = playback([actuate()], { faults: ['deviceBusy'] });
    expect(await never.finish()).toMatchObject({
      failure: 'GripperFailure',
      message: 'Failed to actuate vacuum gripper',
      detail: 'the device is busy',
    });
    expect(never.clock.now()).toBe(9900);
  });

  it('does not repeat a command that was carried out and failed, and continues after it if configured', async () => {
    const run = playback([actuate({ stopOnFailure: false })], { faults: ['deviceFails'] });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toHaveLength(1);
    expect(run.cell.stepVariables.get('grip.gripDetected')).toBe(false);
  });

  it('has a limit of 10,000 ms with its warning at 75 %', () => {
    const limit = actuateVacuumContract.timeLimit(actuateVacuumContract.args.parse({}));
    expect(effectiveTimeLimit(limit)).toEqual({ limitMS: 10_000, warningMS: 7500 });
  });

  it('must respect the limits of the commanded gripper, each channel by itself', () => {
    const vacuum = { channels: ['A', 'B'], suctionRange: { minimum: 0.01, maximum: 0.8 } } as const;
    const cups: CellEquipment = {
      id: 'v',
      kind: 'OnRobotVG',
      name: 'Cups',
      capabilities: ['vacuum'],
      descriptions: { vacuum },
    };
    const fieldsOf = (args: object) =>
      provokeCheck(actuateVacuumContract, { args: { ...args }, equipment: [cups] }).map(({ fieldId }) => fieldId);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ suctionA: 0.81, suctionB: 0.9 })).toEqual(['suctionA', 'suctionB']);
    expect(fieldsOf({ suctionA: 0, suctionB: 0.9 })).toEqual(['suctionA', 'suctionB']);
    expect(fieldsOf({ channels: 'B', suctionA: 0.9 })).toEqual([]);
    expect(fieldsOf({ action: 'release', suctionA: 0.9 })).toEqual([]);
  });

  it.each([
    [{}, 'Grip with both channels at 60 % vacuum'],
    [{ suctionB: 0.3 }, 'Grip with both channels at 60 % and 30 % vacuum'],
    [{ channels: 'B', suctionB: 0.3 }, 'Grip with channel B at 30 % vacuum'],
    [{ action: 'release', channels: 'A' }, 'Release with channel A'],
  ])('has a summary for %j', (args, sentence) => {
    const nameOf = (id: string) => id;
    const names = { say: sayInEnglish, spaceItem: nameOf, variable: nameOf, step: nameOf };
    expect(actuateVacuumContract.summarize(actuateVacuumContract.args.parse(args), names)).toBe(sentence);
  });
});
