import { createServer, type Server } from 'node:net';
import { testDeviceConnection } from '@cellwright/calls';
import type { ConnectionTestRequest } from '@cellwright/domain/equipment';
import {
  addressOf,
  capabilitiesOfKind,
  equipmentKinds,
  noAddress,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import { busSubjects } from '@cellwright/service-kit';
import type { TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from './testing/equipment-cell.fixture.ts';

let database: TestDatabase;
let cell: EquipmentCell;

beforeAll(async () => {
  database = await createEquipmentDatabase();
  cell = await startEquipmentCell(database.url);
});
afterAll(async () => {
  await cell.stop();
  await database.drop();
});

const test = (config: ConnectionTestRequest['config'], target: ConnectionTestRequest['target'] = 'device') =>
  cell.calls.ask(testDeviceConnection, { config, target });
const gripperAt = (port: number) => ({ kind: 'OnRobot2FG7', host: '127.0.0.1', port });
const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const close = (server: Server) => new Promise((resolve) => server.close(resolve));

describe('testDeviceConnection', () => {
  it('leaves an audit entry with the person before it connects', async () => {
    const entries: unknown[] = [];
    await cell.bus.subscribe(busSubjects.auditEntry.subject, async (message) => void entries.push(message.json()));
    await test(gripperAt(1));
    await expect
      .poll(() => entries)
      .toEqual([expect.objectContaining({ action: 'devices.testConnection', outcome: 'accepted' })]);
  });

  it('answers with the state that the device reports, commands nothing and leaves no connection', async () => {
    const [gripper] = await cell.list();
    const sim = cell.simulators.find(gripper?.id ?? '');
    const answer = await test(gripperAt(gripper?.simulatorPort ?? 0));
    expect(answer).toMatchObject({ outcome: 'connected', advice: null, state: { externalWidthMeters: 0.085 } });
    expect(answer.elapsedMS).toBeLessThan(5000);
    expect(sim?.simulated.gripper?.commands).toEqual([]);
    expect(await cell.list()).toHaveLength(1);
  });

  it('answers with what is wrong and what to do if nothing listens at the address', async () => {
    const server = createServer();
    const port = await listen(server);
    await close(server);
    expect(await test(gripperAt(port))).toMatchObject({
      outcome: 'notConnected',
      advice: expect.stringContaining('Check that the device is on'),
      state: { connected: false, error: expect.stringContaining(`127.0.0.1:${port}`) },
    });
  });

  it.each(
    equipmentKinds.filter((kind) => {
      const { isValid, config } = parseEquipmentConfig({ kind });
      if (!isValid) return false;
      const address = addressOf(config);
      // A simulated camera needs the robot for its pictures.
      return 'host' in address && address !== noAddress && !capabilitiesOfKind(kind).includes('camera');
    }),
  )('connects to a simulator of the kind %s', async (kind) => {
    expect(await test({ kind }, 'simulator')).toMatchObject({ outcome: 'connected' });
  });

  it.each([
    ['an invalid configuration', { kind: 'OnRobot2FG7', port: 0 }, 'invalid_parameters'],
    ['an unknown kind', { kind: 'Teapot' }, 'invalid_parameters'],
    ['a device without a network connection', { kind: 'CustomGripper' }, 'equipment_no_matching'],
  ])('refuses %s', async (_name, config, code) => {
    await expect(test(config)).rejects.toMatchObject({ code });
  });
});
