import { describe, expect, it } from 'vitest';
import type { GripperRequest } from '../cell.ts';
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
  const asked: GripperRequest[] = [];
  cell.equipment.actuateGripper = async (request) => {
    asked.push(request);
    return { ok: true, value: { widthMeters: 0.05, gripDetected: false } };
  };
  return { cell, asked };
}

describe('trying a device', () => {
  it('sends one command in the epoch of the session, and answers what came of it', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect(await cell.ask('actuateDevice', order)).toMatchObject({
      ok: true,
      result: { outcome: { widthMeters: 0.05, gripDetected: false } },
    });
    expect(asked).toEqual([
      expect.objectContaining({ equipmentID: 'equipment_1', command, stopEpoch: cell.state().stopEpoch }),
    ]);
  });

  it('refuses what is no command of a gripper, and sends nothing', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect(await cell.ask('actuateDevice', { ...order, command: { control: 'throw' } })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation' },
    });
    expect(asked).toEqual([]);
  });

  it('says in the words of the device why it did not', async () => {
    const { cell } = await startCellWithGripper();
    const message = 'The gripper is not reachable. Check its cable';
    cell.equipment.actuateGripper = async () => ({ ok: false, failure: { kind: 'GripperFailure', message } });
    expect(await cell.ask('actuateDevice', order)).toMatchObject({ ok: false, error: { code: 'conflict', message } });
  });

  it('is refused while a routine plays', async () => {
    const { cell, asked } = await startCellWithGripper();
    expect((await cell.ask('setBrakes', { state: 'disengaged' })).ok).toBe(true);
    expect((await cell.ask('playRoutine', {})).ok).toBe(true);
    expect(await cell.ask('actuateDevice', order)).toMatchObject({ ok: false, error: { code: 'robot_not_idle' } });
    expect(asked).toEqual([]);
  });
});
