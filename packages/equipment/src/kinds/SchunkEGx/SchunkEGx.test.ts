import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { never } from '../../conformance/gripper/gripper-rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus, type PlainModbus } from '../../testing/modbus-client.fixture.ts';
import { schunkEGxContract } from './contract.ts';
import { variantNames } from './contract-variants.ts';

const command = {
  control: 'move',
  widthMeters: 0.02,
  direction: 'inward',
  toleranceMeters: 0.003,
  waitForGrip: true,
} as const;

/** Frames spelled out byte by byte, as the manual has them: the driver and the simulator share their table. */
describe('the simulated EGK 40, to a Modbus client that knows only the frames', () => {
  let bench: DeviceBench;
  let client: PlainModbus;

  beforeEach(async () => {
    bench = await openBench('SchunkEGx', { simulatedPartWidth: 0.03 });
    client = await connectPlainModbus(bench, 12);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  /** Least significant byte first: 0x00002001 is move absolute without a fast stop, 50000 µm, 100000 µm/s, 80 %. */
  const moveTo50mm = [0x0120, 0x0000, 0x50c3, 0x0000, 0xa086, 0x0100, 0x5000, 0x0000];
  const grip = [0x0110, 0x0000, 0x0000, 0x0000, 0xa086, 0x0100, 0x5000, 0x0000];

  it('stands open at 83000 µm and is ready', async () => {
    // Bits 0, 4 and 13: ready, success, position reached. 83000 is 0x00014438.
    expect(await client.read(0x40, 8)).toEqual([0x1120, 0x0000, 0x3844, 0x0100, 0, 0, 0, 0]);
  });

  it('moves to a position in µm', async () => {
    await client.write(0x48, moveTo50mm);
    expect((await client.read(0x40, 1))[0]).toBe(0x0100);
    await bench.pass(1000);
    expect((await client.read(0x40, 4)).slice(2)).toEqual([0x50c3, 0x0000]);
    expect(bench.sim.simulated.gripper?.commands).toMatchObject([
      {
        control: 'move',
        widthMeters: expect.closeTo(0.05, 9),
        forceFraction: 0.8,
        speedFraction: expect.closeTo(0.1 / 0.23, 6),
      },
    ]);
  });

  it('grips until it meets the part, and says that it holds it', async () => {
    await client.write(0x48, grip);
    await bench.pass(2000);
    // Bit 12 instead of 13; 30000 is 0x00007530.
    expect((await client.read(0x40, 4)).slice(0, 3)).toEqual([0x1110, 0x0000, 0x3075]);
  });

  it('takes a frame that is repeated without a change for the same command', async () => {
    await client.write(0x48, moveTo50mm);
    await client.write(0x48, moveTo50mm);
    expect(bench.sim.simulated.gripper?.commands).toHaveLength(1);
  });

  it('reports an error after a fast stop, refuses to move, and is well once it is acknowledged', async () => {
    await client.write(0x48, [0, 0, 0, 0, 0, 0, 0, 0]);
    const [status, , , , , , diagnosis] = await client.read(0x40, 8);
    expect([status, diagnosis]).toEqual([0x8000, 0xd900]);
    await expect(client.write(0x48, moveTo50mm)).rejects.toMatchObject({ modbusCode: 3 });
    await client.write(0x48, [0x0500, 0, 0, 0, 0, 0, 0, 0]);
    expect((await client.read(0x40, 1))[0]).toBe(0x1120);
  });

  it.each([
    ['more than its stroke', [0x0120, 0, 0x804f, 0x1200, 0xa086, 0x0100, 0x5000, 0]],
    ['a speed of nothing', [0x0120, 0, 0x50c3, 0, 0, 0, 0x5000, 0]],
    ['more than all its force', [0x0120, 0, 0x50c3, 0, 0xa086, 0x0100, 0x6500, 0]],
  ])('refuses %s', async (_, frame) => {
    await expect(client.write(0x48, frame)).rejects.toMatchObject({ modbusCode: 3 });
  });
});

describe('a Schunk gripper', () => {
  it('shows its error, and acknowledges it with the next command', async () => {
    const bench = await openBench('SchunkEGx');
    const client = await connectPlainModbus(bench, 12);
    try {
      await client.write(0x48, [0, 0, 0, 0, 0, 0, 0, 0]);
      const state = await bench.waitForState(({ status }) => status === 'error');
      expect(state.error).toBe('The gripper reports an error, diagnosis 000000D9; the next command acknowledges it');
      const actuated = bench.driver.capabilities.gripper?.actuate(command, never);
      expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({
        ok: true,
        value: { widthMeters: 0.02 },
      });
    } finally {
      await client.close();
      await bench.close();
    }
  });

  it.each([
    ...variantNames.map((variant) => ({ variant })),
    { byteOrder: 'ABCD' },
    { byteOrder: 'CDAB' },
    { byteOrder: 'BADC' },
    { jawsInPosition: 'one' },
    { inputOffset: 0x3f, outputOffset: 0x47, closedWidth: 0.01 },
  ])('with %j goes from end to end', async (fields) => {
    const bench = await openBench('SchunkEGx', fields);
    try {
      const config = schunkEGxContract.config.parse(bench.config);
      const { minimum, maximum } = schunkEGxContract.capabilities.gripper(config).widthRange.inward;
      for (const widthMeters of [minimum, maximum]) {
        const actuated = bench.driver.capabilities.gripper?.actuate({ ...command, widthMeters }, never);
        expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({ ok: true, value: { widthMeters } });
      }
    } finally {
      await bench.close();
    }
  });
});

describe('the Schunk contract', () => {
  it('takes its force in percent, and the stroke of its size', () => {
    const config = schunkEGxContract.config.parse({ kind: 'SchunkEGx', variant: 'EGU-60', closedWidth: 0.01 });
    const { widthRange, forceFractionRange, forceRange } = schunkEGxContract.capabilities.gripper(config);
    expect(widthRange.inward).toEqual({ minimum: 0.01, maximum: 0.01 + 0.103 });
    expect([forceRange, forceFractionRange]).toEqual([undefined, { minimum: 0.5, maximum: 1 }]);
  });
});
