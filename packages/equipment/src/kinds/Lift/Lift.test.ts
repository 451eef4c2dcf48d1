import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  capabilitiesOfConfig,
  describeCapability,
  type EquipmentConfig,
  findDrivenBase,
  parseEquipmentConfig,
} from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus, type PlainModbus } from '../../testing/modbus-client.fixture.ts';

function configOf(fields: object = {}): EquipmentConfig {
  const parsed = parseEquipmentConfig({ kind: 'Lift', ...fields });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join());
  return parsed.config;
}

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The lift simulator, to a Modbus client', () => {
  let bench: DeviceBench;
  let client: PlainModbus;

  beforeEach(async () => {
    bench = await openBench('Lift');
    client = await connectPlainModbus(bench, 1);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  const read = () => client.read(256, 2);

  it('moves to tenths of a millimetre at per mille of its speed, and reports its motion', async () => {
    await client.write(0, [2000, 500, 1]);
    await bench.pass(2000);
    const [status, height = 0] = await read();
    expect(status).toBe(1);
    expect(height).toBeGreaterThan(950);
    expect(height).toBeLessThan(1050);
    await bench.pass(2200);
    expect(await read()).toEqual([0, 2000]);
  });

  it('stops at its current height', async () => {
    await client.write(0, [2000, 1000, 1]);
    await bench.pass(500);
    await client.write(2, [2]);
    const stopped = await read();
    expect(stopped[0]).toBe(0);
    await bench.pass(1000);
    expect(await read()).toEqual(stopped);
  });

  it.each([
    ['higher than its stroke', [7001, 1000, 1], 0],
    ['faster than it can', [2000, 1001, 1], 0],
    ['without a speed', [2000, 0, 1], 0],
    ['an unknown command', [2000, 1000, 3], 0],
  ])('refuses %s', async (_, values, offset) => {
    await expect(client.write(offset, values)).rejects.toMatchObject({ modbusCode: 3 });
  });

  it('has no other registers', async () => {
    await expect(client.read(258, 1)).rejects.toMatchObject({ modbusCode: 2 });
  });
});

describe('A lift', () => {
  it.each([500, 700, 1400])('reaches the top of its stroke of %i mm', (stroke) => {
    const description = describeCapability(configOf({ stroke }), 'lift');
    expect(description?.heightRange).toEqual({ minimum: 0, maximum: stroke / 1000 });
  });

  it('has calibrated accelerations only with a stroke of 700 and 900 mm', () => {
    const strokes = [500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400];
    const calibrated = strokes.filter((stroke) => describeCapability(configOf({ stroke }), 'lift')?.isCalibrated);
    expect(calibrated).toEqual([700, 900]);
  });

  it.each([400, 750, 1500])('rejects a stroke of %i mm', (stroke) => {
    expect(parseEquipmentConfig({ kind: 'Lift', stroke }).isValid).toBe(false);
  });

  it('provides a moving base and a commanded lift', () => {
    expect(capabilitiesOfConfig(configOf())).toEqual(['lift', 'customBase', 'dynamicBase']);
  });

  it('places the arm 25 mm above its stroke when retracted, and higher by its height', () => {
    const at = (fields: object) =>
      findDrivenBase(configOf({ x: 0.5, z: 0.1, rz: 90 }), { connected: true, status: 'idle', ...fields });
    expect(at({ heightMeters: 0 })).toMatchObject({ x: 0.5, z: expect.closeTo(0.825, 12) });
    expect(at({ heightMeters: 0.4 })).toMatchObject({
      x: 0.5,
      z: expect.closeTo(1.225, 12),
      k: expect.closeTo(Math.SQRT1_2, 12),
    });
  });

  it.each([
    ['is not connected', { connected: false, heightMeters: 0.2 }],
    ['is on its way', { status: 'busy', heightMeters: 0.2 }],
    ['does not know its height', {}],
  ])('has an unknown arm base while it %s', (_, fields) => {
    expect(findDrivenBase(configOf(), { connected: true, status: 'idle', ...fields })).toBeUndefined();
  });
});
