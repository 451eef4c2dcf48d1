import ModbusRTU from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demand } from '../../conformance/rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { onRobotHEXEContract } from './contract.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The HEX-E simulator, to a Modbus client', () => {
  let bench: DeviceBench;
  let client: ModbusRTU;

  beforeEach(async () => {
    bench = await openBench('OnRobotHEXE');
    client = new ModbusRTU();
    client.setID(65);
    await client.connectTCP('127.0.0.1', { port: bench.port });
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => client.destroy(() => resolve()));
    await bench.close();
  });

  const readAll = async () => (await bench.settle(client.readHoldingRegisters(0x103, 6))).data;
  const press = (force: [number, number, number], torque: [number, number, number]) =>
    demand(bench.sim.simulated.forceSensor).press({ force, torque });

  it('reports tenths of newtons and thousandths of newton metres, signed', async () => {
    press([1, -2.5, 30], [0.001, -0.5, 2]);
    expect(await readAll()).toEqual([10, 65_511, 300, 1, 65_036, 2000]);
  });

  it('shows the maximum of a register for a larger value', async () => {
    press([5000, -5000, 0], [0, 0, 0]);
    expect((await readAll()).slice(0, 2)).toEqual([32_767, 32_769]);
  });

  it('reaches zero 60 ms after 1 in register 0, and ignores 0', async () => {
    press([0, 0, 40], [0, 0, 0]);
    await bench.settle(client.writeRegister(0, 1));
    await bench.pass(40);
    expect((await readAll())[2]).toBe(400);
    await bench.pass(40);
    expect((await readAll())[2]).toBe(0);
    await bench.settle(client.writeRegister(0, 0));
    expect((await readAll())[2]).toBe(400);
  });

  it.each([
    ['an unknown order', () => client.writeRegister(0, 2), 3],
    ['a register that cannot be written', () => client.writeRegister(0x103, 0), 2],
    ['a register that is not there', () => client.readHoldingRegisters(0x109, 1), 2],
  ])('refuses %s', async (_, request, modbusCode) => {
    await expect(bench.settle<unknown>(request())).rejects.toMatchObject({ modbusCode });
  });
});

describe('The HEX-E contract', () => {
  it('addresses the first device of a compute box', () => {
    const config = onRobotHEXEContract.config.parse({ kind: 'OnRobotHEXE' });
    expect(config).toMatchObject({ name: 'HEX-E', unitID: 65, port: 502, timeoutMS: 2000 });
    expect(onRobotHEXEContract.address(config)).toEqual({ host: '192.168.1.1', port: 502 });
  });
});
