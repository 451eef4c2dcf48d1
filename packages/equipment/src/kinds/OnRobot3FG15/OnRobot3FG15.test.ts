import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDriver, createFtp, createHttp, createLineTcp, createModbusTcp, createScanner } from '../../drivers.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus, type PlainModbus } from '../../testing/modbus-client.fixture.ts';
import { onRobot3FG15Contract } from './contract.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The 3FG15 simulator, to a Modbus client that knows only the register table', () => {
  let bench: DeviceBench;
  let client: PlainModbus;

  beforeEach(async () => {
    bench = await openBench('OnRobot3FG15', { simulatedPartWidth: 0.06 });
    client = await connectPlainModbus(bench, 65);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  it('starts open and reports the range of its fingers', async () => {
    expect(await client.read(256, 2)).toEqual([0, 1520]);
    expect(await client.read(513, 2)).toEqual([40, 1520]);
  });

  it('moves at its own speed of 125 mm/s and reports busy meanwhile', async () => {
    await client.write(0, [500, 1000, 0, 2]);
    await bench.pass(200);
    const [status, diameter = 0] = await client.read(256, 2);
    expect(status).toBe(1);
    expect(diameter).toBeLessThanOrEqual(1270);
    expect(diameter).toBeGreaterThan(1240);
    await bench.pass(1000);
    expect(await client.read(256, 2)).toEqual([0, 1000]);
  });

  it('grips with its force in thousandths of the maximum', async () => {
    await client.write(0, [250, 40, 0, 1]);
    await bench.pass(2000);
    expect(await client.read(256, 2)).toEqual([2, 600]);
    expect(bench.sim.simulated.gripper?.commands).toMatchObject([
      { control: 'force_grip', direction: 'inward', widthMeters: 0.004, forceNewtons: 60 },
    ]);
  });

  it('uses a diameter over the fingertips for a grip from inside', async () => {
    await client.write(0, [500, 1000, 1, 2]);
    await bench.pass(2000);
    expect(await client.read(257, 1)).toEqual([750]);
  });

  it('stops on command 4', async () => {
    await client.write(0, [500, 40, 0, 2]);
    await bench.pass(100);
    await client.writeOne(3, 4);
    const stopped = await client.read(256, 2);
    expect(stopped[0]).toBe(0);
    await bench.pass(1000);
    expect(await client.read(256, 2)).toEqual(stopped);
  });

  it.each([
    ['a force above 1000', [1001, 600, 0, 1]],
    ['an unknown grip type', [500, 600, 2, 1]],
    ['an unknown command', [500, 600, 0, 3]],
  ])('refuses %s', async (_, values) => {
    await expect(client.write(0, values)).rejects.toMatchObject({ modbusCode: 3 });
  });
});

describe('A 3FG15', () => {
  it('rejects a diameter that its mounted fingers do not reach', async () => {
    const bench = await openBench('OnRobot3FG15', { minimumDiameter: 0.05, maximumDiameter: 0.12 });
    const claims = await openBench('OnRobot3FG15');
    const never = new AbortController().signal;
    try {
      // The contract of `claims` allows 4 to 152 mm; the connected device is mounted differently.

      const driver = createDriver(claims.config, {
        address: { host: '127.0.0.1', port: bench.port },
        clock: bench.clock,
        openModbus: createModbusTcp(bench.clock),
        openLines: createLineTcp(bench.clock),
        openFtp: createFtp(bench.clock),
        openHttp: createHttp(bench.clock),
        openScanner: createScanner(bench.clock),
        openPorts: () => bench.box.open(),
      });
      driver.start();
      await bench.settle(driver.whenKnown());
      const command = {
        control: 'move',
        widthMeters: 0.14,
        direction: 'inward',
        toleranceMeters: 0.003,
        waitForGrip: true,
      } as const;
      expect(await driver.capabilities.gripper?.actuate(command, never)).toMatchObject({
        failure: { reason: 'outOfRange', message: expect.stringContaining('50.0 mm to 120.0 mm by its own report') },
      });
      expect(bench.sim.simulated.gripper?.commands).toEqual([]);
      await bench.settle(driver.close());
    } finally {
      await claims.close();
      await bench.close();
    }
  });
});

describe('The 3FG15 contract', () => {
  const config = onRobot3FG15Contract.config.parse({ kind: 'OnRobot3FG15' });
  const description = onRobot3FG15Contract.capabilities.gripper(config);

  it('accepts diameters from outside and inside, 10 to 240 N, and no speed', () => {
    expect(description).toEqual({
      opening: 'diameter',
      widthRange: { inward: { minimum: 0.004, maximum: 0.152 }, outward: { minimum: 0.029, maximum: 0.177 } },
      forceRange: { minimum: 10, maximum: 240 },
    });
  });

  it('has three fingers around its axis', () => {
    const [housing, ...fingers] = onRobot3FG15Contract.tool?.(config)?.collisionBoxes ?? [];
    expect(housing?.size).toEqual([0.158, 0.158, 0.12]);
    expect(fingers).toHaveLength(3);
    const radii = fingers.map(({ pose }) => Math.hypot(pose.x, pose.y));
    for (const radius of radii) expect(radius).toBeCloseTo((0.152 + 0.02) / 2, 9);
    const sums = [
      fingers.reduce((sum, { pose }) => sum + pose.x, 0),
      fingers.reduce((sum, { pose }) => sum + pose.y, 0),
    ];
    for (const sum of sums) expect(sum).toBeCloseTo(0, 9);
  });

  it('rejects diameters that are not a range', () => {
    const parsed = onRobot3FG15Contract.config.safeParse({
      kind: 'OnRobot3FG15',
      minimumDiameter: 0.1,
      maximumDiameter: 0.1,
    });
    expect(parsed.error?.issues[0]?.message).toBe('The maximum diameter must be above the minimum');
  });
});
