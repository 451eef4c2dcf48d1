import { keptSecret } from '@cellwright/equipment/contracts';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from './testing/equipment-cell.fixture.ts';

const secret = 'hunter2';
const config = { kind: 'FTPServer', name: 'Mill programs', host: '192.168.1.40', user: 'cell', password: secret };

let database: TestDatabase;
let cell: EquipmentCell;
/** Every event of the records, as text. */
let events: string;

beforeEach(async () => {
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url);
  events = '';
  await cell.bus.subscribe(
    'event.entity.equipment',
    (message) => {
      events += JSON.stringify(message.json());
    },
    { durable: 'test' },
  );
});
afterEach(async () => {
  await cell.stop();
  await database.drop();
});

const create = () => cell.create({ config, isEnabled: true });
/** Signs in, the only use of the password: the simulator accepts no other. */
const canSignIn = async (equipmentId: string) => {
  const result = await cell.actuateAs('files', { operation: 'list', folder: '' }, { equipmentId });
  return result.ok;
};

describe('the password of a device', () => {
  it('can be used, but appears in no answer, list, event or earlier version', async () => {
    const created = await create();
    expect(await canSignIn(created.id)).toBe(true);
    const saved = await cell.save(created.id, { ...created, isEnabled: true }, 1);
    const told = [created, saved, await cell.get(created.id), await cell.list(), await cell.find({})];
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(created.config).toMatchObject({ user: 'cell', password: keptSecret });
    await expect.poll(() => events).toContain('Mill programs');
    expect(events).not.toContain(secret);
  });

  it('stays when a save leaves it out or sends back its placeholder', async () => {
    const created = await create();
    const { password: _kept, ...without } = { password: '', ...created.config };
    await cell.save(created.id, { ...created, config: { ...without, name: 'Renamed' } }, 1);
    await cell.save(created.id, { config: { name: 'Again' } }, 2, undefined, true);
    await cell.save(created.id, { ...created, config: { ...created.config, name: 'Third' } }, 3);
    expect((await cell.get(created.id)).config).toMatchObject({ name: 'Third', password: keptSecret });
    expect(await canSignIn(created.id)).toBe(true);
  });

  it('can be replaced, and removed, by entering another', async () => {
    const created = await create();
    const saved = await cell.save(created.id, { config: { password: '' } }, 1, undefined, true);
    expect(saved.config).toMatchObject({ password: '' });
    expect(await canSignIn(created.id)).toBe(true);
  });

  it.each([{ host: '192.168.1.66' }, { port: 2121 }])('cannot be sent to another address: %j', async (elsewhere) => {
    const created = await create();
    const moved = { ...created, config: { ...created.config, ...elsewhere } };
    const refusal = { message: expect.stringContaining('Enter it again') };
    await expect(cell.save(created.id, moved, 1)).rejects.toMatchObject(refusal);
    await expect(cell.save(created.id, { config: elsewhere }, 1, undefined, true)).rejects.toMatchObject(refusal);
    const typed = { ...moved, config: { ...moved.config, password: 'another' } };
    expect((await cell.save(created.id, typed, 1)).config).toMatchObject(elsewhere);
  });

  it('cannot be its placeholder in a new device', async () => {
    const created = await cell.create({ config: { ...config, password: keptSecret }, isEnabled: false });
    expect(created.config).toMatchObject({ password: '' });
  });
});

describe('files of a device', () => {
  const upload = { operation: 'upload', path: 'O1.nc', content: 'M30', encoding: 'utf8' } as const;
  const list = { operation: 'list', folder: '' } as const;

  it('change once for each key, also for a repeat after a restart, and are read again', async () => {
    const { id: equipmentId } = await create();
    const uploaded = { ok: true, value: { operation: 'upload', sizeBytes: 3 } };
    expect(await cell.actuateAs('files', upload, { equipmentId, key: 'k1' })).toEqual(uploaded);
    expect(await cell.actuateAs('files', list, { equipmentId, key: 'k2' })).toMatchObject({
      value: { files: [{ name: 'O1.nc', sizeBytes: 3 }] },
    });
    await cell.stop();
    cell = await startEquipmentCell(database.url);
    // Its simulator starts with an empty folder.
    expect(await cell.actuateAs('files', upload, { equipmentId, key: 'k1' })).toEqual(uploaded);
    expect(await cell.actuateAs('files', list, { equipmentId, key: 'k2' })).toMatchObject({ value: { files: [] } });
  });
});
