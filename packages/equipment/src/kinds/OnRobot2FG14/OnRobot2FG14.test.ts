import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus, type PlainModbus } from '../../testing/modbus-client.fixture.ts';
import { onRobot2FG14Contract } from './contract.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The 2FG14 simulator, to a Modbus client that knows only the register table', () => {
  let bench: DeviceBench;
  let client: PlainModbus;

  beforeEach(async () => {
    bench = await openBench('OnRobot2FG14', { simulatedPartWidth: 0.08 });
    client = await connectPlainModbus(bench, 65);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  it('starts open at 110 mm, 120 mm over its fingertips', async () => {
    expect(await client.read(0x100, 3)).toEqual([0, 1100, 1200]);
  });

  it('grips the part with the force in newtons and reports it', async () => {
    await client.write(0, [650, 200, 95, 1]);
    await bench.pass(1000);
    expect(await client.read(0x100, 3)).toEqual([2, 800, 900]);
    expect(bench.sim.simulated.gripper?.commands).toMatchObject([
      { direction: 'inward', widthMeters: 0.065, forceNewtons: 200, speedFraction: 0.95 },
    ]);
  });

  it('rejects a speed above 100 %', async () => {
    await expect(client.write(0, [650, 200, 101, 1])).rejects.toMatchObject({ modbusCode: 3 });
  });
});

describe('A 2FG14 with a high minimum force', () => {
  it('uses its minimum force for a command without one, because the default of 45 N is too low for it', async () => {
    const bench = await openBench('OnRobot2FG14', { maximumForce: 300 });
    const command = { control: 'move', widthMeters: 0.08, direction: 'inward', toleranceMeters: 0.003 } as const;
    const { gripper } = bench.driver.capabilities;
    const result = await bench.settle(
      gripper?.actuate({ ...command, waitForGrip: true }, new AbortController().signal) ?? Promise.reject(),
    );
    expect(result).toMatchObject({ ok: true });
    expect(bench.driver.state()).toMatchObject({ targetForceNewtons: 48 });
    await bench.close();
  });
});

describe('The 2FG14 contract', () => {
  const config = onRobot2FG14Contract.config.parse({ kind: 'OnRobot2FG14' });
  const { widthRange, forceRange, speedFractionRange } = onRobot2FG14Contract.capabilities.gripper(config);

  it('accepts the widths that clients use', () => {
    for (const width of [0.07, 0.1, 0.11]) {
      expect(width).toBeGreaterThanOrEqual(widthRange.inward.minimum);
      expect(width).toBeLessThanOrEqual(widthRange.inward.maximum);
    }
  });

  it('accepts force and speed from 0.16 of their maximum, and the default of 45 N', () => {
    expect(forceRange).toEqual({ minimum: 0.16 * 280, maximum: 280 });
    expect(forceRange?.minimum).toBeLessThan(45);
    expect(speedFractionRange).toEqual({ minimum: 0.16, maximum: 1 });
  });
});
