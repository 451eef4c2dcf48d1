import { describe, expect, it } from 'vitest';
import { type EquipmentCell, startCellBeforeEach } from './testing/equipment-cell.fixture.ts';

let cell: EquipmentCell;
const { database } = startCellBeforeEach((started) => {
  cell = started;
});

const gripper = (name: string) => ({ config: { kind: 'OnRobot2FG14', name } });
const patch = (id: string, change: object) => cell.save(id, change, 0, undefined, true);
const names = async () => (await cell.list()).map(({ config }) => config.name).sort();
const taken = (name: string) => ({
  code: 'conflict',
  message: `The name '${name}' is already used by another device. Choose another name`,
  details: { problems: [{ fieldId: 'config.name' }] },
});

describe('The name of a device', () => {
  it('cannot be that of another device, of any kind and in any Unicode composition', async () => {
    await cell.create(gripper('Türklemme'));
    await expect(cell.create(gripper('Türklemme'))).rejects.toMatchObject(taken('Türklemme'));
    const panel = { config: { kind: 'CustomIO', name: 'Tu\u0308rklemme' } };
    await expect(cell.create(panel)).rejects.toMatchObject({ code: 'conflict' });
    const { id } = await cell.create(gripper('Other'));
    await expect(patch(id, { config: gripper('Türklemme').config })).rejects.toMatchObject(taken('Türklemme'));
    expect(await names()).toEqual(['2FG7', 'Other', 'Türklemme']);
  });

  it('gets a number if it is the default of its kind and another device has it', async () => {
    const [first, second] = [
      await cell.create({ config: { kind: 'OnRobot2FG7' } }),
      await cell.create({ config: { kind: 'OnRobot2FG7' } }),
    ];
    expect([first.config.name, second.config.name]).toEqual(['2FG7 2', '2FG7 3']);
  });

  it('goes to one of many concurrent clients', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => cell.create(gripper('Left'))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('becomes free when the device is deleted', async () => {
    const { id } = await cell.create(gripper('Left'));
    await cell.delete(id);
    expect((await cell.create(gripper('Left'))).config.name).toBe('Left');
  });

  it('stays when two devices of an earlier release share it and one gets other settings', async () => {
    const [left, right] = [await cell.create(gripper('Left')), await cell.create(gripper('Right'))];
    await database().query(
      `UPDATE equipment."Entity" SET "body" = replace("body", '"Right"', '"Left"'), "fields" = "fields" || '{"config.name":"Left"}' WHERE "id" = '${right.id}'`,
    );
    expect(await patch(right.id, { isEnabled: false })).toMatchObject({
      config: { name: 'Left' },
      isEnabled: false,
    });
    await expect(cell.create(gripper('Left'))).rejects.toMatchObject(taken('Left'));
    expect(await patch(left.id, { config: { ...left.config, name: 'Apart' } })).toMatchObject({
      config: { name: 'Apart' },
    });
  });
});
