import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { silentLogger } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

const devices = [
  { id: 'equipment_1', isEnabled: true, config: { kind: 'CustomGripper', name: 'Jaw', closeOutput: 'Output 3' } },
  {
    ...{ id: 'equipment_2', isEnabled: true },
    config: { kind: 'CustomIO', name: 'Panel', ports: [{ name: 'Lamp', kind: 'Output', port: 9 }] },
  },
];
let isAway = false;
let server: Awaited<ReturnType<typeof startGrpcServer>>;
let bench: IdentityBench;
beforeAll(async () => {
  const unused = () => Promise.reject(new Error('not in this test'));
  const service = grpcService(EquipmentServiceService, {
    listEquipment: async ({ enabledOnly }) => {
      if (isAway || !enabledOnly) throw new Error('away');
      return { recordsJson: devices.map((record) => Buffer.from(JSON.stringify(record))), onFlange: [] };
    },
    getLiveState: unused,
    actuate: unused,
    stopDevices: unused,
    async *followCamera() {},
    async *followForce() {},
    sendHttpRequest: unused,
    holdOnFlange: unused,
    runVisionMethod: unused,
  });
  server = await startGrpcServer({ callers: anyCaller, port: 0, services: [service], log: silentLogger });
  bench = await startIdentityBench({ equipmentAddress: server.address });
});
afterAll(async () => {
  await bench.stop();
  await server.close(AbortSignal.abort());
});

const ready = (port: number) => ({ direction: 'output', port, meaning: 'ready' });
const save = (change: object) => bench.patch('externalControlSettings', '1', change);
const stored = () => bench.get('externalControlSettings', '1');

describe('settings of external control', () => {
  it('take effect once they are enabled with an address and the feature', async () => {
    const etherNetIPAdapter = { host: '127.0.0.1' };
    await save({ isEnabled: true, etherNetIPAdapter });
    expect(await stored()).toMatchObject({ isInForce: false });
    await bench.patch('featureFlags', '1', { etherNetIP: true });
    expect(await stored()).toMatchObject({ isInForce: true });
    const { version } = await stored();
    await bench.patch('featureFlags', '1', { darkMode: true });
    expect(await stored(), 'another feature changes nothing').toMatchObject({ version });
    await bench.patch('featureFlags', '1', { etherNetIP: false });
    expect(await stored()).toMatchObject({ isInForce: false });
    await bench.patch('featureFlags', '1', { etherNetIP: true });
    await save({ etherNetIPAdapter: { ...etherNetIPAdapter, port: 44_819 } });
    expect(await stored()).toMatchObject({ isInForce: true });
    await save({ isEnabled: false, etherNetIPAdapter: { host: '' } });
    expect(await stored()).toMatchObject({ isInForce: false });
    await save({ isEnabled: true, modbus: { isEnabled: true } });
    expect(await stored()).toMatchObject({ isInForce: false });
    await save({ modbus: { isEnabled: true, host: '127.0.0.1' } });
    expect(await stored()).toMatchObject({ isInForce: true });
    await save({ isEnabled: false, modbus: {} });
  });
});

describe('port of external control', () => {
  it('cannot be one of a device, which is named, and the settings stay unchanged', async () => {
    await save({ isEnabled: true, isRobotIOEnabled: true, ioPorts: [ready(2), ready(9)] });
    const before = await stored();
    await expect(save({ ioPorts: [ready(2), ready(3)] })).rejects.toMatchObject({
      code: 'conflict',
      message: "Output 3 is already used by the device 'Jaw'. Choose another port, or disable that device first",
    });
    expect(await stored()).toEqual(before);
  });

  it('can belong to a device while external control is off, and is checked when external control is switched on', async () => {
    await save({ isEnabled: false, ioPorts: [ready(3)] });
    await expect(save({ isEnabled: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored()).toMatchObject({ isEnabled: false });
  });

  it('passes while the equipment service is unavailable, and a stored one is not checked again', async () => {
    isAway = true;
    await save({ isEnabled: true });
    isAway = false;
    await save({ defaultRoutineID: null, ioPorts: [ready(3), ready(4)] });
    expect(await stored()).toMatchObject({ isEnabled: true, ioPorts: [{ port: 3 }, { port: 4 }] });
  });
});
