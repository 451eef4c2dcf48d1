import { createServer } from 'node:net';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEquipmentDatabase,
  type EquipmentCell,
  moveTo,
  startEquipmentCell,
} from './testing/equipment-cell.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;
const strict = { allowLoopback: false, ownServices: [] };

beforeEach(async () => {
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url, { egress: strict });
});
afterEach(async () => {
  await cell.stop();
  await database.drop();
});

const at = (host: string, port = 502) => ({ config: { kind: 'OnRobot2FG7', name: 'Left', host, port } });

describe("a device's host", () => {
  it.each([
    ['169.254.169.254', 'link-local'],
    ['127.0.0.1', 'the control box itself'],
    ['localhost', 'the control box itself'],
    ['64:ff9b::a00:1', 'embedded IPv4 address'],
    ['2852039166', 'is an ambiguous IP address'],
    ['255.255.255.255', 'broadcast'],
  ])('%s is refused on save, by name', async (host, words) => {
    await expect(cell.create(at(host))).rejects.toMatchObject({ details: { problems: [{ fieldId: 'config.host' }] } });
    await expect(cell.create(at(host))).rejects.toThrow(words);
    expect(await cell.list()).toHaveLength(1);
  });

  it('causes an error when a live session connects if an older version stored it, and nothing is sent', async () => {
    let accepted = 0;
    const server = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await cell.stop();
    const lenient = await startEquipmentCell(database.url);
    const { id } = await lenient.create(at('127.0.0.1', port));
    await lenient.stop();
    cell = await startEquipmentCell(database.url, { egress: strict });
    const result = await cell.actuate(moveTo(0.05), { session: 'live', equipmentId: id });
    expect(result).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
    expect(JSON.stringify(result)).toContain('127.0.0.1 is the control box itself');
    expect(accepted).toBe(0);
    // Its simulator's address is chosen by the platform.
    expect(await cell.actuate(moveTo(0.05), { equipmentId: id })).toMatchObject({ ok: true });
    server.close();
  });

  it.each([
    ['FTP', { kind: 'FTPServer', host: '127.0.0.1' }, 'port'],
    ['HTTP', { kind: 'SchunkEGx', interface: 'http', host: '127.0.0.1' }, 'httpPort'],
    ['the link of control boxes', { kind: 'SecondaryControlBox', host: '127.0.0.1' }, 'port'],
    ['Modbus', { kind: 'OnRobot2FG7', host: '127.0.0.1' }, 'port'],
    ['lines of text', { kind: 'CustomDevice', deviceInterface: 'haasNGC', hostname: '127.0.0.1' }, 'port'],
  ])('causes an error over %s, too, when a live session connects', async (_, kind, portField) => {
    let accepted = 0;
    const server = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await cell.stop();
    const lenient = await startEquipmentCell(database.url);
    const { id } = await lenient.create({ config: { ...kind, [portField]: port } });
    await lenient.stop();
    cell = await startEquipmentCell(database.url, { egress: strict });
    expect(await cell.state(id, 'live')).toMatchObject({
      connected: false,
      error: expect.stringContaining('127.0.0.1 is the control box itself'),
    });
    expect(accepted).toBe(0);
    server.close();
  });
});
