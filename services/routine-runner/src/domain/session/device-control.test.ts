import { describe, expect, it } from 'vitest';
import type { DeviceRequest } from '../cell.ts';
import { startLoadedCell } from '../testing/loaded-cell.fixture.ts';

const command = {
  control: 'move',
  widthMeters: 0.05,
  direction: 'inward',
  toleranceMeters: 0.003,
  waitForGrip: true,
} as const;
const order = { equipmentID: 'equipment_1', capability: 'gripper', command };

async function startCellWithGripper() {
  const cell = await startLoadedCell();
  const asked: DeviceRequest[] = [];
  const { actuate } = cell.equipment;
  cell.equipment.actuate = (request, signal) => {
    asked.push(request);
    return actuate(request, signal);
  };
  return { cell, asked };
}

describe('trying a device', () => {
  it('sends one command in the epoch of the session, and returns its result', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect(await cell.ask('actuateDevice', order)).toMatchObject({
      ok: true,
      result: { capability: 'gripper', outcome: { widthMeters: 0.05, gripDetected: true } },
    });
    expect(asked).toEqual([expect.objectContaining({ ...order, stopEpoch: cell.state().stopEpoch })]);
  });

  it('refuses an invalid gripper command, and sends nothing', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect(await cell.ask('actuateDevice', { ...order, command: { control: 'throw' } })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation' },
    });
    expect(asked).toEqual([]);
  });

  it.each(['actuateDevice', 'executeDeviceCommand'])(
    'refuses an unknown field of a command by name: %s',
    async (kind) => {
      const { cell, asked } = await startCellWithGripper();
      expect(await cell.ask(kind, { ...order, command: { ...command, forceNewton: 5 } })).toMatchObject({
        ok: false,
        error: {
          code: 'request_failed_validation',
          message: expect.stringContaining("There is no field 'forceNewton' here. Correct its name or remove it"),
        },
      });
      expect(asked).toEqual([]);
    },
  );

  it('chooses the capability of the device if it has only one', async () => {
    const { cell, asked } = await startCellWithGripper();
    const { capability: _, ...short } = order;
    expect(await cell.ask('executeDeviceCommand', short)).toMatchObject({
      ok: true,
      result: { capability: 'gripper' },
    });
    expect(asked).toMatchObject([{ capability: 'gripper' }]);
    cell.equipment.listCommandable = async () => ['gripper', 'gripper'];
    expect(await cell.ask('executeDeviceCommand', short)).toMatchObject({
      ok: false,
      error: {
        message: 'The device has more than one capability: gripper, gripper. Choose one',
      },
    });
    cell.equipment.listCommandable = async () => [];
    expect(await cell.ask('executeDeviceCommand', short)).toMatchObject({
      ok: false,
      error: { code: 'equipment_no_matching', message: 'No device with the id equipment_1 accepts commands' },
    });
    expect(asked).toHaveLength(1);
  });

  it('refuses a capability that no device is commanded by', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect(await cell.ask('actuateDevice', { ...order, capability: 'levitation' })).toMatchObject({
      ok: false,
      error: { message: 'No device supports commands of the capability "levitation"' },
    });
    expect(asked).toEqual([]);
  });

  it('reports the reason of the device', async () => {
    const { cell } = await startCellWithGripper();
    const message = 'The gripper is not reachable. Check its cable';
    cell.equipment.actuate = async () => ({ ok: false, failure: { kind: 'GripperFailure', message } });
    expect(await cell.ask('actuateDevice', order)).toMatchObject({ ok: false, error: { code: 'conflict', message } });
  });

  it('refuses a command beyond the range of its device as invalid', async () => {
    const { cell } = await startCellWithGripper();
    const message = 'Speed 0.01 is outside the range of this gripper, 0.1 to 1 of the maximum';
    const failure = { kind: 'GripperFailure', message, reason: 'outOfRange' } as const;
    cell.equipment.actuate = async () => ({ ok: false, failure });
    expect(await cell.ask('actuateDevice', order)).toMatchObject({
      ok: false,
      error: {
        code: 'request_failed_validation',
        message,
        details: { problems: [{ kind: 'invalidConfiguration', message, fieldId: 'command' }] },
      },
    });
  });

  it('ends the commands of one device by STOP, and none of another', async () => {
    const { cell } = await startCellWithGripper();
    const signals = new Map<string | undefined, AbortSignal>();
    cell.equipment.actuate = (request, signal) => {
      signals.set(request.equipmentID, signal);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ ok: false, stopped: true }));
      });
    };
    const turning = cell.ask('executeDeviceCommand', order);
    const other = cell.ask('executeDeviceCommand', { ...order, equipmentID: 'equipment_2' });
    await cell.clock.advance(10);
    const stop = { equipmentID: 'equipment_1', command: { action: 'STOP' } };
    expect(await cell.ask('executeDeviceCommand', stop)).toMatchObject({ ok: true });
    expect(await turning).toMatchObject({ ok: false, error: { message: 'A stop ended the command' } });
    expect(signals.get('equipment_1')?.aborted).toBe(true);
    expect(signals.get('equipment_2')?.aborted).toBe(false);
    await cell.ask('executeDeviceCommand', { ...stop, equipmentID: 'equipment_2' });
    expect(await other).toMatchObject({ ok: false });
  });

  it('accepts STOP for a device that is doing nothing', async () => {
    const { cell, asked } = await startCellWithGripper();
    const stop = { equipmentID: 'equipment_1', capability: 'screwdriver', command: { action: 'STOP', why: 'now' } };
    expect(await cell.ask('executeDeviceCommand', stop)).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
  });

  it('describes an invalid command without library terms', async () => {
    const { cell } = await startCellWithGripper();
    const answer = await cell.ask('actuateDevice', { ...order, command: { ...command, forceNewtons: -5 } });
    const text = JSON.stringify(answer);
    expect(text).toContain('The gripper command is not valid. forceNewtons: ');
    expect(text).not.toMatch(/✖|→|Invalid input|Too small/);
  });

  it('cannot run while a routine plays', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
    expect((await cell.ask('playRoutine', {})).ok).toBe(true);
    expect(await cell.ask('actuateDevice', order)).toMatchObject({ ok: false, error: { code: 'robot_not_idle' } });
    expect(asked).toEqual([]);
  });
});
