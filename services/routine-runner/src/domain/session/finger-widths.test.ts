import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { toolOf } from '../testing/moving-cell.fixture.ts';

const finger = { equipmentID: 'equipment_1', widest: 0.08, closing: [0, 0.5, 0] as const };
const pose = { x: 0, y: 0.05, z: 0.17, i: 0, j: 0, k: 0, w: 1 };
const gripper = toolOf('equipment_1', 0.18, { boxes: [{ pose, size: [0.03, 0.02, 0.02], finger }] });
const cup = toolOf('equipment_2', 0.2);

async function startWithGripper(width?: number) {
  const cell = startCell({ isConnected: false });
  cell.devices.set('equipment_1', gripper).set('equipment_2', cup);
  if (width !== undefined) cell.fingers.set('equipment_1', width);
  cell.session.attach(cell.robot.connect());
  await cell.clock.advance(100);
  return cell;
}

describe('The widths of the grippers on the flange', () => {
  it('come with the tool, and with the movement of its fingers', async () => {
    const cell = await startWithGripper(0.06);
    expect(cell.state()).toMatchObject({ fingerWidths: { equipment_1: 0.06 }, tool: { collisionBoxes: [{ finger }] } });
  });

  it('stay absent while the gripper does not report', async () => {
    const cell = await startWithGripper();
    expect(cell.state()).not.toHaveProperty('fingerWidths');
    cell.session.tools.noteFingerWidth('equipment_1', 0.05);
    expect(cell.state().fingerWidths).toEqual({ equipment_1: 0.05 });
    cell.session.tools.noteFingerWidth('equipment_1', undefined);
    expect(cell.state()).not.toHaveProperty('fingerWidths');
  });

  it('cost a patch only when one of them changes', async () => {
    const cell = await startWithGripper(0.06);
    const before = cell.patches.length;
    for (let report = 0; report < 10; report += 1) {
      cell.session.tools.noteFingerWidth('equipment_1', 0.06);
      cell.session.tools.noteFingerWidth('equipment_3', report);
      await cell.clock.advance(30);
    }
    expect(cell.patches.slice(before).flatMap(({ patch }) => patch)).toEqual([]);
    cell.session.tools.noteFingerWidth('equipment_1', 0.05);
    await cell.clock.advance(30);
    const changes = cell.patches.slice(before).flatMap(({ patch }) => patch);
    expect(JSON.stringify(changes).length).toBeLessThan(200);
    expect(changes).toMatchObject([{ op: 'replace' }]);
  });

  it('leave with the gripper', async () => {
    const cell = await startWithGripper(0.06);
    expect(await cell.ask('setTool', { equipmentID: 'equipment_2' })).toMatchObject({ ok: true });
    expect(cell.state()).not.toHaveProperty('fingerWidths');
  });
});
