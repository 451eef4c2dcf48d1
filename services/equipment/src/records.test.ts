import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { rehearseFaults } from '@cellwright/calls';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { badProofs } from '@cellwright/service-kit/testing/peers';
import { createDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type EquipmentCell,
  moveTo,
  startCellBeforeEach,
  startEquipmentCell,
} from './testing/equipment-cell.fixture.ts';

let cell: EquipmentCell;
const { database, restart } = startCellBeforeEach((started) => {
  cell = started;
});

async function seeded(): Promise<EquipmentRecord> {
  const [record] = await cell.list();
  if (!record) throw new Error('the cell has no equipment');
  return record;
}

const another = { config: { kind: 'OnRobot2FG7', name: 'Left' }, isEnabled: false };

describe('A caller without a valid assertion', () => {
  it('cannot change a device or simulate its faults', async () => {
    const record = await seeded();
    const refused = { code: 'authorization_required' };
    for (const [what, proof] of badProofs()) {
      const at = { entity: 'equipment', id: record.id, commandKey: '', caller: { door: 'http', proof } };
      const json = Buffer.from('{"isEnabled":false}');
      const save = cell.stored.saveEntity({ ...at, json, isMerge: true, expectedVersion: 0 });
      await expect(save, what).rejects.toMatchObject(refused);
      await expect(cell.stored.removeEntity({ ...at, expectedVersion: 0 }), what).rejects.toMatchObject(refused);
      const input = { id: record.id, robotKind: 'simulated' as const, faults: [] };
      const extras = { author: { name: 'Ada', proof }, robot: { isTwin: true, stopEpoch: 0 } };
      await expect(cell.calls.ask(rehearseFaults, input, extras), what).rejects.toMatchObject(refused);
    }
    expect(await cell.list()).toMatchObject([{ id: record.id, isEnabled: true }]);
  });
});

describe('the first start of a cell', () => {
  it('creates one enabled 2FG7, on its simulator', async () => {
    const record = await seeded();
    expect(await cell.list()).toHaveLength(1);
    expect(record).toMatchObject({ config: { kind: 'OnRobot2FG7', name: '2FG7' }, isEnabled: true });
    expect(record.simulatorPort).toBeTypeOf('number');
    expect(await cell.state(record.id)).toMatchObject({ connected: true, status: 'idle', widthMeters: 0.085 });
  });

  it('keeps it, and its port, on the next start', async () => {
    const before = await cell.list();
    await restart();
    expect(await cell.list()).toEqual(before);
    expect(await cell.get(before[0]?.id ?? '')).toMatchObject({ version: 1 });
  });

  it('does not restore what was removed', async () => {
    await cell.delete((await seeded()).id);
    await restart();
    expect(await cell.list()).toEqual([]);
  });

  it('creates one device when three services start at once', async () => {
    const empty = await createDatabase();
    const cells = await Promise.all([1, 2, 3].map(() => startEquipmentCell(empty.url, { runSimulators: false })));
    expect(await cells[0]?.list()).toHaveLength(1);
    await Promise.all(cells.map((each) => each.stop()));
    await empty.drop();
  });
});

describe('records', () => {
  it('can be created, read, saved, listed and removed, and every change publishes an event', async () => {
    const events: unknown[] = [];
    await cell.bus.subscribe('event.entity.equipment', (message) => void events.push(message.json()), {
      durable: 'test',
    });
    const created = await cell.create({ ...another, isEnabled: true });
    expect(created).toMatchObject({ version: 1, isEnabled: true, config: { name: 'Left' }, updatedByName: 'Ada' });
    expect(await cell.get(created.id)).toEqual(created);
    const saved = await cell.save(created.id, { ...created, isEnabled: false }, 1);
    expect(saved).toMatchObject({ id: created.id, version: 2, isEnabled: false, simulatorPort: created.simulatorPort });
    expect((await cell.list()).map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
    expect(await cell.list({ enabledOnly: true, capability: 'gripper' })).toHaveLength(1);
    expect(await cell.list({ capability: 'welder' })).toEqual([]);
    await cell.delete(created.id);
    await expect(cell.get(created.id)).rejects.toMatchObject({
      code: 'not_found',
      message: `Could not find equipment with id ${created.id}`,
    });
    const { id } = created;
    await vi.waitFor(() => {
      expect(events.filter((event) => JSON.stringify(event).includes(id))).toMatchObject([
        { id, version: 1, change: 'created', document: { isEnabled: true, config: { name: 'Left' } } },
        { id, version: 2, change: 'patched', document: { isEnabled: false } },
        { id, version: 3, change: 'removed' },
      ]);
    });
  });

  inExhaustiveRuns(() => {
    it('can be filtered by switch, kind and name, enabled first and then the last changed', async () => {
      const left = await cell.create(another);
      await cell.create({ config: { kind: 'OnRobot2FG7', name: 'Right' }, isEnabled: true });
      await cell.save(left.id, { isEnabled: false, simulatorPort: null }, 1, randomUUID(), true);
      expect(await cell.find({})).toEqual(['Right', '2FG7', 'Left']);
      expect(await cell.find({ isEnabled: [true] })).toEqual(['Right', '2FG7']);
      expect(await cell.find({ 'config.name': ['Left'], 'config.kind': ['OnRobot2FG7'] })).toEqual(['Left']);
    });

    it('return with their port after a restore, unless another device has it now', async () => {
      const { id, simulatorPort } = await cell.create(another);
      await cell.delete(id);
      expect(await cell.restore(id)).toMatchObject({ id, version: 3, simulatorPort });
      await cell.delete(id);
      await cell.create({ ...another, config: { ...another.config, name: 'Right' }, simulatorPort });
      await expect(cell.restore(id)).rejects.toMatchObject({ code: 'conflict', details: { simulatorPort } });
    });
  });

  it('keep the id that the client chose, and the switch and port that a save leaves out', async () => {
    const created = await cell.create({ ...another, id: 'left-gripper' });
    expect(created.id).toBe('left-gripper');
    const saved = await cell.save('left-gripper', { config: { ...created.config, name: 'Right' } }, 1);
    expect(saved).toMatchObject({ isEnabled: false, simulatorPort: created.simulatorPort, config: { name: 'Right' } });
    await expect(cell.create({ ...another, id: 'left-gripper' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuse a save from an older version, and accept one of many concurrent saves', async () => {
    const { id } = await cell.create(another);
    const record = another;
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => cell.save(id, record, 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(cell.save(id, record, 1)).rejects.toMatchObject({
      code: 'conflict',
      details: { currentVersion: 2 },
    });
    await expect(cell.save('nobody', record, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('change once for each idempotency key, across a restart too', async () => {
    const key = randomUUID();
    const created = await cell.create(another, key);
    await restart();
    expect(await cell.create(another, key)).toEqual(created);
    expect(await cell.list()).toHaveLength(2);
    const saveKey = randomUUID();
    const saved = await cell.save(created.id, another, 1, saveKey);
    await restart();
    expect(await cell.save(created.id, another, 1, saveKey)).toEqual(saved);
  });

  it('with an unreadable configuration are kept, disabled, and can be repaired', async () => {
    const broken = { kind: 'OnRobot2FG7', name: 'Left', port: -1 };
    const created = await cell.create({ config: broken, isEnabled: true });
    expect(created).toMatchObject({ isEnabled: false, config: { kind: 'InvalidConfiguration', name: 'Left' } });
    expect(created.config.rawConfig).toBe(JSON.stringify(broken));
    expect(await cell.state(created.id)).toMatchObject({ connected: false, status: 'error' });
    const forced = await cell.save(created.id, { ...created, isEnabled: true }, 1);
    expect(forced).toMatchObject({ isEnabled: false, config: { kind: 'InvalidConfiguration' } });
    const repaired = await cell.save(created.id, { config: { ...broken, port: 502 }, isEnabled: true }, 2);
    expect(repaired).toMatchObject({ isEnabled: true, config: { kind: 'OnRobot2FG7', port: 502 } });
  });

  it('appear as invalid and disabled, with unchanged text, if only an older build accepted them', async () => {
    const { id } = await seeded();
    const config = { kind: 'Toaster', name: 'Old', slots: 2 };
    await database().query(`UPDATE equipment."Entity" SET body = $1`, [
      JSON.stringify({ id, config, isEnabled: true, simulatorPort: 20_000 }),
    ]);
    await restart();
    expect(await cell.get(id)).toMatchObject({
      isEnabled: false,
      config: { kind: 'InvalidConfiguration', name: 'Old', rawConfig: '{"kind":"Toaster","name":"Old","slots":2}' },
    });
  });
});

describe('a cell without a gripper', () => {
  it('refuses gripper commands', async () => {
    const { id } = await cell.create({ config: { kind: 'NoGripper' }, isEnabled: true });
    await expect(cell.actuate(moveTo(0.05), { equipmentId: id })).rejects.toMatchObject({
      code: 'equipment_no_matching',
      message: "Nothing is mounted on the flange ('No gripper'). Attach a gripper, and choose it",
    });
  });
});

describe('simulator ports', () => {
  let stranger: Server | undefined;
  afterEach(async () => {
    await new Promise((resolve) => (stranger ? stranger.close(resolve) : resolve(undefined)));
    stranger = undefined;
  });

  it('belong to one device each', async () => {
    const { simulatorPort } = await seeded();
    const message = `Simulator port ${simulatorPort} belongs to another device. Choose another, or omit it to get a free one`;
    await expect(cell.create({ ...another, simulatorPort })).rejects.toMatchObject({ code: 'conflict', message });
    const { id } = await cell.create(another);
    await expect(cell.save(id, { ...another, simulatorPort }, 1)).rejects.toMatchObject({ code: 'conflict', message });
  });

  inExhaustiveRuns(() => {
    it('become free again when their device is removed', async () => {
      const { id, simulatorPort } = await seeded();
      await cell.delete(id);
      expect(await cell.create({ ...another, isEnabled: true, simulatorPort })).toMatchObject({ simulatorPort });
    });

    it('cause an error when another program uses them, and the driver does not connect to it', async () => {
      let contacts = 0;
      const listening = createServer(() => {
        contacts += 1;
      });
      stranger = listening;
      await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
      const address = listening.address();
      const simulatorPort = typeof address === 'object' && address ? address.port : 0;
      const { id } = await cell.create({ ...another, isEnabled: true, simulatorPort });
      const message = `Another program uses simulator port ${simulatorPort}. Stop it, or choose another simulatorPort`;
      expect(await cell.state(id)).toMatchObject({ connected: false, status: 'error', error: message });
      await expect(cell.actuate(moveTo(0.05), { equipmentId: id })).rejects.toMatchObject({
        code: 'unavailable',
        message,
      });
      expect(contacts).toBe(0);
    });

    it('follow a change of the record', async () => {
      const record = await seeded();
      const port = (await cell.create(another)).simulatorPort;
      await cell.delete((await cell.list({ enabledOnly: false })).find(({ isEnabled }) => !isEnabled)?.id ?? '');
      await cell.save(record.id, { ...record, simulatorPort: port }, 1);
      expect(await cell.state(record.id)).toMatchObject({ connected: true });
      await cell.save(record.id, { ...record, simulatorPort: port, isEnabled: false }, 2);
      expect(await cell.state(record.id)).toMatchObject({
        connected: false,
        error: "'2FG7' is disabled. Enable it in Devices",
      });
      expect(cell.simulators.find(record.id)).toBeUndefined();
    });
  });
});

describe('ports of the control box', () => {
  const jaw = (name: string, fields: object = {}) => ({ config: { kind: 'CustomGripper', name, ...fields } });
  const taken = { code: 'conflict', message: expect.stringContaining("Output 1 is already used by the device 'Jaw'") };

  it('belong to one enabled device, for every way to assign them', async () => {
    const first = await cell.create({ ...jaw('Jaw'), isEnabled: true });
    await expect(cell.create({ ...jaw('Other'), isEnabled: true })).rejects.toMatchObject(taken);
    const other = await cell.create({ ...jaw('Other'), isEnabled: false });
    await expect(cell.save(other.id, { isEnabled: true }, 1, randomUUID(), true)).rejects.toMatchObject(taken);
    const elsewhere = await cell.create({ ...jaw('Elsewhere', { closeOutput: 'Output 2' }), isEnabled: true });
    await expect(cell.save(elsewhere.id, { ...jaw('Elsewhere'), isEnabled: true }, 1)).rejects.toMatchObject(taken);
    await cell.save(first.id, { isEnabled: false }, 1, randomUUID(), true);
    expect(await cell.save(other.id, { isEnabled: true }, 1, randomUUID(), true)).toMatchObject({ isEnabled: true });
  });

  inExhaustiveRuns(() => {
    it('belong to one of two devices that request them at once', async () => {
      const names = ['Left', 'Right', 'Upper', 'Lower'];
      const saves = await Promise.allSettled(names.map((name) => cell.create({ ...jaw(name), isEnabled: true })));
      expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(
        (await cell.list({ enabledOnly: true })).filter(({ config }) => config.kind === 'CustomGripper'),
      ).toHaveLength(1);
    });
  });
});
