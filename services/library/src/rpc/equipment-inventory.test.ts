import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { createMetrics, silentLogger } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { afterEach, expect, it } from 'vitest';
import { connectEquipmentInventory } from './equipment-inventory.ts';

const recordOf = (id: string, config: object) => ({ id, config, isEnabled: true });
const records = [
  recordOf('changer', { kind: 'DualQuickChanger', name: 'Changer', tool1ID: 'left' }),
  recordOf('left', { kind: 'OnRobot2FG7', name: 'Left' }),
  recordOf('shelf', { kind: 'OnRobot2FG14', name: 'Shelf' }),
];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What checks of routines are told of a cell with these devices on a flange. */
async function listWith(onFlange: string[]) {
  const unused = () => Promise.reject(new Error('not in this test'));
  const service = grpcService(EquipmentServiceService, {
    listEquipment: async () => ({
      recordsJson: records.map((record) => Buffer.from(JSON.stringify(record))),
      onFlange,
    }),
    getLiveState: unused,
    probeRegisters: unused,
    actuate: unused,
    stopDevices: unused,
    sendHttpRequest: unused,
    holdOnFlange: unused,
    async *followForce() {},
    getRehearsal: unused,
    rehearseFaults: unused,
  });
  const server = await startGrpcServer({ port: 0, services: [service], log: silentLogger });
  const inventory = connectEquipmentInventory(server.address, silentLogger, createMetrics({ defaults: false }));
  closing.push(inventory.close, () => server.close(AbortSignal.abort()));
  return inventory.list();
}

it('a changer on the flange gives the cell the TCPs of its ends, and its tools are on the flange with it', async () => {
  expect(await listWith(['changer'])).toMatchObject([
    { id: 'changer', isOnFlange: true, capabilities: ['ee-1', 'ee-2'] },
    { id: 'left', isOnFlange: true },
    { id: 'shelf', isOnFlange: false },
  ]);
});

it('a changer on a shelf gives none', async () => {
  expect(await listWith(['shelf'])).toMatchObject([
    { id: 'changer', isOnFlange: false, capabilities: [] },
    { id: 'left', isOnFlange: false },
    { id: 'shelf', isOnFlange: true },
  ]);
});
