import { isBlockingProblem, parseRoutine } from '@cellwright/domain/routine';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { createMetrics, silentLogger } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { validateRoutine } from '@cellwright/steps/contracts';
import { afterEach, expect, it } from 'vitest';
import { connectEquipmentInventory } from './equipment-inventory.ts';

const recordOf = (id: string, config: object) => ({ id, config, isEnabled: true });
const records = [
  recordOf('changer', { kind: 'DualQuickChanger', name: 'Changer', tool1ID: 'left', tool2ID: 'right' }),
  recordOf('left', { kind: 'OnRobot2FG7', name: 'Left' }),
  recordOf('right', { kind: 'OnRobot2FG14', name: 'Right' }),
  recordOf('shelf', { kind: 'OnRobot2FG14', name: 'Shelf' }),
];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Returns the inventory of a cell with these devices on a flange. */
async function listWith(onFlange: string[]) {
  const unused = () => Promise.reject(new Error('not in this test'));
  const service = grpcService(EquipmentServiceService, {
    listEquipment: async () => ({
      recordsJson: records.map((record) => Buffer.from(JSON.stringify(record))),
      onFlange,
    }),
    getLiveState: unused,
    actuate: unused,
    stopDevices: unused,
    sendHttpRequest: unused,
    holdOnFlange: unused,
    runVisionMethod: unused,
    async *followCamera() {},
    async *followForce() {},
  });
  const server = await startGrpcServer({ callers: anyCaller, port: 0, services: [service], log: silentLogger });
  const inventory = connectEquipmentInventory(
    server.address,
    anyPeers('library').proofs,
    silentLogger,
    createMetrics({ defaults: false }),
  );
  closing.push(inventory.close, () => server.close(AbortSignal.abort()));
  return inventory.list();
}

it('lists the TCPs of the ends of a changer on the flange, and its tools as mounted there', async () => {
  expect(await listWith(['changer'])).toMatchObject([
    { id: 'changer', isOnFlange: true, capabilities: ['ee-1', 'ee-2'] },
    { id: 'left', isOnFlange: true },
    { id: 'right', isOnFlange: true },
    { id: 'shelf', isOnFlange: false },
  ]);
});

it('lists no TCP of a changer on a shelf', async () => {
  expect(await listWith(['shelf'])).toMatchObject([
    { id: 'changer', isOnFlange: false, capabilities: [] },
    { id: 'left', isOnFlange: false },
    { id: 'right', isOnFlange: false },
    { id: 'shelf', isOnFlange: true },
  ]);
});

it('checks a command by the tool that its step names, on either end', async () => {
  const equipment = await listWith(['changer']);
  const problemsOf = (equipmentID: string) => {
    const parsed = parseRoutine({
      ...{ id: 'routine_1', name: 'Grip', steps: [{ id: 'grip', stepKind: 'ActuateGripper' }] },
      stepConfigurations: { grip: { stepKind: 'ActuateGripper', args: { equipmentID, diameter: 0.1, force: 50 } } },
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const cell = { globalVariables: [], spaceItems: [], equipment };
    return validateRoutine(parsed.value, cell).filter(isBlockingProblem);
  };
  expect(problemsOf('left')).toMatchObject([{ message: expect.stringContaining('Width 100 is outside') }]);
  expect(problemsOf('right')).toEqual([]);
});
