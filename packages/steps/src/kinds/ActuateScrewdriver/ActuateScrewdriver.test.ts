import { describe, expect, it } from 'vitest';
import { type CellEquipment, effectiveTimeLimit, sayInEnglish } from '../../framework/index.ts';
import { playback, step } from '../../testing/play.fixture.ts';
import { provokeCheck } from '../../testing/provoke.fixture.ts';
import { actuateScrewdriverContract } from './contract.ts';

function actuate(args: Readonly<Record<string, unknown>> = {}) {
  return step('ActuateScrewdriver', args, [], { id: 'screw' });
}

describe('ActuateScrewdriver', () => {
  it('tightens with the defaults of the specification', async () => {
    const run = playback([actuate()]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toEqual([
      {
        capability: 'screwdriver',
        equipmentID: undefined,
        command: {
          action: 'TIGHTEN',
          forceNewtons: 20,
          screwLengthMeters: 0.015,
          torqueNewtonMeters: 3,
          shankPositionMeters: 0.03,
          waitForEnd: true,
        },
      },
    ]);
  });

  it('shows the result in its variables', async () => {
    const run = playback([actuate()]);
    await run.finish();
    expect(Object.fromEntries(run.cell.stepVariables)).toEqual({
      'screw.succeeded': true,
      'screw.achievedTorque': 3,
      'screw.shankPosition': 30,
    });
  });

  it.each([
    ['targetForce', 18, 30],
    ['screwLength', 0, 35],
    ['targetTorque', 0.1, 5],
    ['shankPosition', -5, 60],
  ])('accepts a %s of %d to %d and nothing beyond', (name, minimum, maximum) => {
    const accepts = (value: number) => actuateScrewdriverContract.args.safeParse({ [name]: value }).success;
    expect([minimum, maximum].map(accepts)).toEqual([true, true]);
    expect([minimum - 0.01, maximum + 0.01].map(accepts)).toEqual([false, false]);
  });

  it('does not repeat a command that was carried out and failed, and continues after it if configured', async () => {
    const failing = playback([actuate()], { faults: ['deviceFails'] });
    expect(await failing.finish()).toMatchObject({
      failure: 'GripperFailure',
      message: 'Failed to actuate screwdriver',
      detail: 'the device is broken',
    });
    expect(failing.cell.deviceCommands).toHaveLength(1);
    const going = playback([actuate({ stopOnFailure: false })], { faults: ['deviceFails'] });
    expect(await going.finish()).toEqual({ kind: 'completed' });
    expect(going.cell.stepVariables.get('screw.succeeded')).toBe(false);
  });

  it('ends immediately on a stop while it waits to retry', async () => {
    const run = playback([actuate()], { faults: ['deviceBusy'] });
    const result = run.play();
    await run.clock.advance(250);
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
    expect(run.cell.deviceCommands).toHaveLength(3);
  });

  it('has a limit of 10,000 ms with its warning at 75 %', () => {
    const limit = actuateScrewdriverContract.timeLimit(actuateScrewdriverContract.args.parse({}));
    expect(effectiveTimeLimit(limit)).toEqual({ limitMS: 10_000, warningMS: 7500 });
  });

  it('must respect the limits of the screwdriver that the command uses', () => {
    const screwdriver = {
      forceRange: { minimum: 20, maximum: 25 },
      screwLengthRange: { minimum: 0, maximum: 0.02 },
      torqueRange: { minimum: 0.5, maximum: 4 },
      shankRange: { minimum: 0, maximum: 0.055 },
    };
    const small: CellEquipment = {
      id: 's',
      kind: 'OnRobotScrewdriver',
      name: 'Driver',
      capabilities: ['screwdriver'],
      descriptions: { screwdriver },
    };
    const fieldsOf = (args: object) =>
      provokeCheck(actuateScrewdriverContract, { args: { ...args }, equipment: [small] }).map(({ fieldId }) => fieldId);
    const all = { targetForce: 30, screwLength: 30, targetTorque: 5, shankPosition: 60 };
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf(all)).toEqual(['targetForce', 'screwLength', 'targetTorque']);
    expect(fieldsOf({ ...all, command: 'LOOSEN' })).toEqual(['targetForce', 'screwLength']);
    expect(fieldsOf({ ...all, command: 'MOVE_SHANK' })).toEqual(['shankPosition']);
  });

  it.each([
    [{}, 'Tighten a screw of 15 mm to 3 Nm'],
    [{ command: 'PREMOUNT' }, 'Premount a screw of 15 mm'],
    [{ command: 'LOOSEN' }, 'Loosen a screw of 15 mm'],
    [{ command: 'PICK_UP' }, 'Pick up a screw of 15 mm'],
    [{ command: 'MOVE_SHANK' }, 'Move the shank to 30 mm'],
  ])('has a summary for %j', (args, sentence) => {
    const nameOf = (id: string) => id;
    const names = { say: sayInEnglish, spaceItem: nameOf, variable: nameOf, step: nameOf };
    expect(actuateScrewdriverContract.summarize(actuateScrewdriverContract.args.parse(args), names)).toBe(sentence);
  });
});
