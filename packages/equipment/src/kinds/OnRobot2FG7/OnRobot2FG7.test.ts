import ModbusRTU from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { onRobot2FG7Contract } from './contract.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The 2FG7 simulator, to a Modbus client that knows only the register table', () => {
  let bench: DeviceBench;
  let client: ModbusRTU;

  beforeEach(async () => {
    bench = await openBench('OnRobot2FG7', { simulatedPartWidth: 0.05 });
    client = new ModbusRTU();
    client.setID(65);
    await client.connectTCP('127.0.0.1', { port: bench.port });
  });
  afterEach(async () => {
    await new Promise<void>((resolve) => client.destroy(() => resolve()));
    await bench.close();
  });

  const readAll = async () => (await bench.settle(client.readHoldingRegisters(0x100, 3))).data;

  it('starts open', async () => {
    expect(await readAll()).toEqual([0, 850, 950]);
  });

  it('moves at the commanded speed and reports busy meanwhile', async () => {
    await client.writeRegisters(0, [600, 45, 10, 1]);
    await bench.pass(200);
    const [status, width = 0] = await readAll();
    expect(status).toBe(1);
    // 10 % of 450 mm/s for 200 ms, and one more step.
    expect(width).toBeLessThanOrEqual(760);
    expect(width).toBeGreaterThan(750);
    await bench.pass(1000);
    expect(await readAll()).toEqual([0, 600, 700]);
  });

  it('reports a grip at the part', async () => {
    await client.writeRegisters(0, [400, 45, 95, 1]);
    await bench.pass(1000);
    expect(await readAll()).toEqual([2, 500, 600]);
  });

  it('accepts single writes and acts on the command register', async () => {
    await client.writeRegister(0, 700);
    await client.writeRegister(2, 100);
    await bench.pass(500);
    expect(await readAll()).toEqual([0, 850, 950]);
    await client.writeRegister(3, 2);
    await bench.pass(500);
    expect(await readAll()).toEqual([0, 600, 700]);
  });

  it('stops on command', async () => {
    await client.writeRegisters(0, [350, 45, 10, 1]);
    await bench.pass(100);
    await client.writeRegister(3, 3);
    const [status, width] = await readAll();
    expect(status).toBe(0);
    await bench.pass(1000);
    expect((await readAll())[1]).toBe(width);
  });

  it.each([
    ['a register that is not there', () => client.readHoldingRegisters(0x200, 1), 2],
    ['an unknown command', () => client.writeRegister(3, 9), 3],
    ['a function it does not have', () => client.readCoils(0, 1), 1],
  ])('refuses %s', async (_, request, modbusCode) => {
    await expect(bench.settle<unknown>(request())).rejects.toMatchObject({ modbusCode });
  });
});

describe('The 2FG7 contract', () => {
  const config = onRobot2FG7Contract.config.parse({ kind: 'OnRobot2FG7' });

  it('accepts the widths and the fraction of the force that clients use', () => {
    const { widthRange, forceRange, speedFractionRange } = onRobot2FG7Contract.capabilities.gripper(config);
    for (const width of [0.045, 0.047, 0.085]) {
      expect(width).toBeGreaterThanOrEqual(widthRange.inward.minimum);
      expect(width).toBeLessThanOrEqual(widthRange.inward.maximum);
    }
    expect(forceRange).toEqual({ minimum: 0.1 * 140, maximum: 140 });
    expect(speedFractionRange).toEqual({ minimum: 0.1, maximum: 1 });
  });

  it('has its TCP at the end of its fingers, outside its boxes', () => {
    const tool = onRobot2FG7Contract.tool?.(config);
    if (!tool) throw new Error('a 2FG7 hangs on the flange');
    const { tcp, collisionBoxes } = tool;
    const end = Math.max(...collisionBoxes.map(({ pose, size }) => pose.z + size[2] / 2));
    expect(end).toBeCloseTo(tcp.z, 9);
    const [housing, ...fingers] = collisionBoxes;
    expect(fingers).toHaveLength(2);
    expect(housing?.size).toEqual([0.1446, 0.1446, 0.1565]);
    for (const { pose, size } of fingers)
      expect(Math.abs(pose.y) - size[1] / 2).toBeCloseTo(config.maximumWidth / 2, 9);
  });

  it('rejects a range without extent', () => {
    const parsed = onRobot2FG7Contract.config.safeParse({
      kind: 'OnRobot2FG7',
      minimumWidth: 0.05,
      maximumWidth: 0.05,
    });
    expect(parsed.error?.issues[0]?.message).toBe('The maximum width must be above the minimum');
  });
});
