import ModbusRTU from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { onRobotVGContract } from './contract.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe.each([258, 18])('The VG simulator with its vacuum at %i, to a Modbus client', (vacuumRegister) => {
  let bench: DeviceBench;
  let client: ModbusRTU;

  beforeEach(async () => {
    bench = await openBench('OnRobotVG', { vacuumRegister });
    client = new ModbusRTU();
    client.setID(65);
    await client.connectTCP('127.0.0.1', { port: bench.port });
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => client.destroy(() => resolve()));
    await bench.close();
  });

  const readAll = async () => (await bench.settle(client.readHoldingRegisters(vacuumRegister, 2))).data;

  it('grips with mode 1 and percent, and reports per mille', async () => {
    await client.writeRegisters(0, [0x0100 + 60, 0x0100 + 30]);
    await bench.pass(1000);
    expect(await readAll()).toEqual([600, 300]);
  });

  it('reaches 40 % in 0.35 s', async () => {
    await client.writeRegister(0, 0x0100 + 80);
    await bench.pass(350);
    const [a = 0] = await readAll();
    expect(a).toBeGreaterThan(390);
    expect(a).toBeLessThan(420);
  });

  it.each([
    ['release', 0x0000],
    ['idle', 0x0200],
  ])('releases with %s', async (_, value) => {
    await client.writeRegister(1, 0x0100 + 60);
    await bench.pass(1000);
    await client.writeRegister(1, value);
    await bench.pass(200);
    expect(await readAll()).toEqual([0, 0]);
  });

  it.each([
    ['more than 80 %', () => client.writeRegister(0, 0x0100 + 81), 3],
    ['an unknown mode', () => client.writeRegister(0, 0x0300), 3],
    ['a channel that is not there', () => client.writeRegister(2, 0x0100), 2],
    ['a register that is not there', () => client.readHoldingRegisters(0x300, 1), 2],
  ])('refuses %s', async (_, request, modbusCode) => {
    await expect(bench.settle<unknown>(request())).rejects.toMatchObject({ modbusCode });
  });
});

describe('The VG contract', () => {
  const parse = (fields: object) => onRobotVGContract.config.parse({ kind: 'OnRobotVG', ...fields });

  it('accepts the range of the manufacturer', () => {
    expect(onRobotVGContract.capabilities.vacuum(parse({}))).toEqual({
      channels: ['A', 'B'],
      suctionRange: { minimum: 0.01, maximum: 0.8 },
    });
  });

  it('has the mass of its model, and its TCP at its cups', () => {
    expect(onRobotVGContract.tool?.(parse({}))).toMatchObject({ massKg: 1.62, tcp: { z: 0.13 } });
    const tool = onRobotVGContract.tool?.(parse({ model: 'VGC10', tcpDistance: 0.15 }));
    expect(tool?.massKg).toBe(0.814);
    const end = Math.max(...(tool?.collisionBoxes ?? []).map(({ pose, size }) => pose.z + size[2] / 2));
    expect(end).toBeCloseTo(0.15, 9);
  });

  it('rejects cups inside the housing', () => {
    expect(onRobotVGContract.tool?.(parse({ tcpDistance: 0.1 }))?.collisionBoxes).toHaveLength(1);
  });
});
