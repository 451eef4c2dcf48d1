import { createServer } from 'node:net';
import { probeRegisters } from '@cellwright/calls';
import type { TestDatabase } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from './testing/equipment-cell.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;

beforeEach(async () => {
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url);
});
afterEach(async () => {
  await cell.stop();
  await database.drop();
});

const registers = [
  { id: 'a', name: 'A', offset: 4, format: 'uint32' },
  { id: 'b', name: 'B', type: 'coil', offset: 9, format: 'boolean' },
];
const add = (fields: object = {}) =>
  cell.create({ config: { kind: 'ModbusTCPServer', name: 'Press', registers, ...fields }, isEnabled: true });
const probe = async (id: string, asked: Partial<z.input<typeof probeRegisters.input>> = {}) => {
  const input = { id, robotKind: 'simulated', offset: 3, count: 4, ...asked } as const;
  return (await cell.calls.ask(probeRegisters, input, { robot: { isTwin: false, stopEpoch: 1 } })).values;
};

describe('a probe of registers', () => {
  it('reads the simulator in a simulated session: existing registers, and undefined for others', async () => {
    const { id } = await add();
    expect(await probe(id)).toEqual([null, 0, 0, null]);
    expect(await probe(id, { table: 'coil', offset: 9, count: 1 })).toEqual([0]);
  });

  it('reports by name why the device refuses it', async () => {
    const { id } = await add();
    await expect(probe(id, { offset: 900 })).rejects.toMatchObject({
      code: 'invalid_parameters',
      message: expect.stringContaining('Illegal data address'),
      details: { reason: 'refused' },
    });
  });

  it.each([
    ['too many places', { count: 65 }, 'request_failed_validation'],
    ['places beyond the last', { offset: 65_535, count: 2 }, 'request_failed_validation'],
    ['no device', { id: '' }, 'request_failed_validation'],
    ['a device that is not there', { id: 'equipment_gone' }, 'not_found'],
  ])('for %s is refused before anything is sent', async (_, asked, code) => {
    const { id } = await add();
    await expect(probe(id, asked)).rejects.toMatchObject({ code });
  });

  it('rejects a gripper, which has no registers', async () => {
    const [gripper] = await cell.list();
    await expect(probe(gripper?.id ?? '')).rejects.toMatchObject({ code: 'equipment_no_matching' });
  });

  it('reaches the configured address in a live session, reports a timeout, and allows one client at a time', async () => {
    let accepted = 0;
    const server = createServer(() => {
      accepted += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { id } = await add({ host: '127.0.0.1', port, timeoutMS: 1000, registers: [] });
    const live = { robotKind: 'live' } as const;
    const answers = await Promise.allSettled([probe(id, live), probe(id, live)]);
    // The order of the two depends on the store, where each looks up its device.
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const [late, busy] = refusals.toSorted((one) => (one.code === 'rate_limited' ? 1 : -1));
    expect(busy).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining("reading the registers of 'Press'"),
    });
    expect(late).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('did not answer within 1000 ms'),
      details: { reason: 'timeout' },
    });
    expect(accepted).toBeGreaterThan(0);
    server.close();
  });

  it('follows the egress rules in a live session', async () => {
    const { id } = await add({ host: '127.0.0.1', port: 5020 });
    await cell.stop();
    cell = await startEquipmentCell(database.url, { egress: { allowLoopback: false, ownServices: [] } });
    await expect(probe(id, { robotKind: 'live' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('127.0.0.1 is the control box itself'),
    });
  });
});
