import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { RobotKind } from '@cellwright/proto/common';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { type EquipmentCell, startCellBeforeEach } from './testing/equipment-cell.fixture.ts';

let cell: EquipmentCell;
const { restart } = startCellBeforeEach((started) => {
  cell = started;
});

async function seeded(): Promise<EquipmentRecord> {
  const [record] = await cell.list();
  if (!record) throw new Error('the cell has no equipment');
  return record;
}

describe('a device on the flange of a robot', () => {
  const hold = (equipmentId: string, robotKind = RobotKind.ROBOT_KIND_SIMULATED) =>
    cell.client.holdOnFlange({ robotKind, equipmentId });
  const onFlange = async () => (await cell.client.listEquipment({ enabledOnly: false, capability: '' })).onFlange;

  it('cannot be removed, also after a restart; the error names the robots and the remedy', async () => {
    const { id } = await seeded();
    await hold(id);
    await hold(id, RobotKind.ROBOT_KIND_LIVE);
    await restart();
    expect(await onFlange()).toEqual([id]);
    await expect(cell.delete(id)).rejects.toMatchObject({
      code: 'conflict',
      message:
        "'2FG7' is mounted on the flange of the live robot and the simulated robot. Choose another tool for the flange, or none, then delete it",
    });
    expect((await cell.get(id)).version).toBe(1);
    await hold('');
    await hold('', RobotKind.ROBOT_KIND_LIVE);
    await cell.delete(id);
    expect(await onFlange()).toEqual([]);
  });

  it('cannot become a device that is no tool; another kind of tool is fine', async () => {
    const { id } = await seeded();
    await hold(id);
    const camera = { config: { kind: 'WristCamera', name: 'Camera' } };
    await expect(cell.save(id, camera, 1)).rejects.toMatchObject({
      code: 'conflict',
      message:
        "'2FG7' is mounted on the flange of the simulated robot. Choose another tool for the flange, or none, then change its kind",
    });
    await cell.save(id, { config: { kind: 'OnRobot2FG14', name: '2FG14' } }, 1);
    await hold('');
    await cell.save(id, camera, 2);
  });

  inExhaustiveRuns(() => {
    it('must exist', async () => {
      await expect(hold('nobody')).rejects.toMatchObject({ code: 'not_found' });
      const { id } = await seeded();
      await cell.delete(id);
      await expect(hold(id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  it('cannot be removed and mounted at the same time', async () => {
    const { config } = await seeded();
    for (let round = 0; round < 20; round++) {
      const { id } = await cell.create({ config: { ...config, name: `Spare ${round}` }, isEnabled: false });
      const [removed, held] = await Promise.allSettled([cell.delete(id), hold(id)]);
      expect([removed.status, held.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

inExhaustiveRuns(() => {
  describe('tools on the ends of a changer', () => {
    const hold = (equipmentId: string) =>
      cell.client.holdOnFlange({ robotKind: RobotKind.ROBOT_KIND_SIMULATED, equipmentId });
    const changer = (fields: object) => ({ config: { kind: 'DualQuickChanger', name: 'Changer', ...fields } });
    const gripper = (name: string) => cell.create({ config: { kind: 'OnRobot2FG14', name }, isEnabled: true });

    it('cannot also be mounted on another end or on a flange', async () => {
      const { id: tool1ID } = await gripper('Left');
      await cell.create(changer({ tool1ID }));
      await expect(cell.create(changer({ name: 'Second', tool2ID: tool1ID }))).rejects.toMatchObject({
        code: 'conflict',
        message: "'Left' is mounted on end 1 of 'Changer'. Unmount it there first, or choose 'Changer'",
      });
      await expect(hold(tool1ID)).rejects.toMatchObject({
        code: 'equipment_no_matching',
        message: "'Left' is mounted on end 1 of 'Changer'. Unmount it there first, or choose 'Changer'",
      });
    });

    it('cannot be on a flange themselves', async () => {
      const { id } = await seeded();
      await hold(id);
      await expect(cell.create(changer({ tool1ID: id }))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining("'2FG7' is mounted directly on the flange of the simulated robot"),
      });
      await hold('');
      const { id: changerID } = await cell.create(changer({ tool1ID: id }));
      await hold(changerID);
    });

    it('must exist in the cell, and cannot be changers', async () => {
      const missing = {
        code: 'equipment_no_matching',
        message: expect.stringContaining('The device gone cannot be mounted on end 2'),
      };
      await expect(cell.create(changer({ tool2ID: 'gone' }))).rejects.toMatchObject(missing);
      const { id } = await cell.create(changer({}));
      const message = expect.stringContaining("'Changer' cannot be mounted on end 1");
      await expect(cell.create(changer({ name: 'Second', tool1ID: id }))).rejects.toMatchObject({ message });
      await expect(cell.save(id, changer({ tool1ID: id }), 1)).rejects.toMatchObject({ code: 'equipment_no_matching' });
    });

    it('cannot be removed while mounted: the error lists the changers that carry them', async () => {
      const { id: tool2ID } = await gripper('Right');
      const { id } = await cell.create(changer({ tool2ID }));
      await expect(cell.delete(tool2ID)).rejects.toMatchObject({
        code: 'conflict',
        message: "'Right' is used by 'Changer' (end 2). Remove it there, then delete it",
      });
      await cell.save(id, changer({ tool2ID: '' }), 1);
      await cell.delete(tool2ID);
    });

    it('belong to one of two changers that request them at once', async () => {
      const { id: tool1ID } = await gripper('Left');
      const names = ['A', 'B', 'C', 'D'];
      const saves = await Promise.allSettled(names.map((name) => cell.create(changer({ name, tool1ID }))));
      expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });
});
