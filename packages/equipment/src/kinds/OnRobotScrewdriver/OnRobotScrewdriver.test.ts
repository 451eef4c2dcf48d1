import ModbusRTU from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demand } from '../../conformance/rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The screwdriver simulator, to a Modbus client that knows only the register table', () => {
  let bench: DeviceBench;
  let client: ModbusRTU;

  beforeEach(async () => {
    bench = await openBench('OnRobotScrewdriver');
    client = new ModbusRTU();
    client.setID(65);
    await client.connectTCP('127.0.0.1', { port: bench.port });
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => client.destroy(() => resolve()));
    await bench.close();
  });

  const readAll = async () => (await bench.settle(client.readHoldingRegisters(256, 5))).data;

  it('tightens with N, µm and mNm, is busy meanwhile, and reports the torque in mNm', async () => {
    await client.writeRegisters(0, [30, 20, 15_000, 3000, 0x01]);
    await bench.pass(100);
    expect((await readAll())[0]).toBe(1);
    await bench.pass(1500);
    expect(await readAll()).toEqual([0, 0, 0, 0, 3000]);
  });

  it('moves its shank in mm, below zero too, and reports it in 10 µm', async () => {
    await client.writeRegisters(0, [55, 0, 0, 0, 0x20]);
    await bench.pass(100);
    expect((await readAll())[0]).toBe(2);
    await bench.pass(1500);
    expect((await readAll())[2]).toBe(5500);
    await client.writeRegisters(0, [65_531, 0, 0, 0, 0x20]);
    await bench.pass(1500);
    expect((await readAll())[2]).toBe(65_536 - 500);
  });

  it('stops on command', async () => {
    await client.writeRegisters(0, [30, 20, 35_000, 3000, 0x02]);
    await bench.pass(100);
    await client.writeRegister(4, 0x10);
    expect((await readAll())[0]).toBe(0);
  });

  it('numbers its errors as the manufacturer does', async () => {
    demand(bench.sim.simulated.screwdriver).endWith('shankObstructed');
    await client.writeRegisters(0, [30, 20, 1000, 3000, 0x01]);
    await bench.pass(500);
    expect((await readAll())[1]).toBe(7);
  });

  it.each([
    ['a register that is not there', () => client.readHoldingRegisters(0x200, 1), 2],
    ['an unknown command', () => client.writeRegister(4, 0x40), 3],
    ['a place that is not there', () => client.writeRegister(5, 1), 2],
  ])('refuses %s', async (_, request, modbusCode) => {
    await expect(bench.settle<unknown>(request())).rejects.toMatchObject({ modbusCode });
  });
});

describe('The screwdriver driver', () => {
  it.each([
    [1 << 2, 'The safety stop of the shank has tripped. Remove the obstacle, and switch the screwdriver off and on'],
    [1 << 3, 'The screwdriver is not calibrated; calibrate it first'],
  ])('explains a status of %i', async (bit, message) => {
    const bench = await openBench('OnRobotScrewdriver');
    demand(bench.sim.simulated.screwdriver).setStatus(bit);
    const state = await bench.waitForState(({ error }) => error !== undefined);
    expect(state).toMatchObject({ connected: true, error: message });
    const command = {
      action: 'LOOSEN',
      forceNewtons: 20,
      screwLengthMeters: 0.001,
      torqueNewtonMeters: 1,
      shankPositionMeters: 0,
      waitForEnd: true,
    } as const;
    const device = demand(bench.driver.capabilities.screwdriver);
    expect(await bench.settle(device.actuate(command, new AbortController().signal))).toMatchObject({
      ok: false,
      failure: { reason: 'deviceFault', message },
    });
    await bench.close();
  });
});
