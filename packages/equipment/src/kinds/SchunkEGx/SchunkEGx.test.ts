import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { never } from '../../conformance/rig.ts';
import { createDriver, createHttpInMemory } from '../../drivers.ts';
import { type DeviceBench, openBench, settleOn } from '../../testing/device-bench.fixture.ts';
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

/** Frames byte by byte as in the manual, because the driver and the simulator share their table. */
describe('The simulated EGK 40, to a Modbus client that knows only the frames', () => {
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

  it('starts open at 83000 µm and ready', async () => {
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

  it('grips until it touches the part, and reports that it holds it', async () => {
    await client.write(0x48, grip);
    await bench.pass(2000);
    // Bit 12 instead of 13; 30000 is 0x00007530.
    expect((await client.read(0x40, 4)).slice(0, 3)).toEqual([0x1110, 0x0000, 0x3075]);
  });

  it('treats a frame that is repeated without a change as the same command', async () => {
    await client.write(0x48, moveTo50mm);
    await client.write(0x48, moveTo50mm);
    expect(bench.sim.simulated.gripper?.commands).toHaveLength(1);
  });

  it('reports an error after a fast stop, refuses to move, and works again once it is acknowledged', async () => {
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

describe('A Schunk gripper', () => {
  it('shows its error and acknowledges it with the next command', async () => {
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
    [
      'finds no part from outside',
      undefined,
      { control: 'force_grip', widthMeters: 0.04 },
      'No part to grip: the fingers closed to 0.0 mm instead of 40.0 mm',
    ],
    [
      'finds no part from inside',
      undefined,
      { control: 'force_grip', widthMeters: 0.04, direction: 'outward' },
      /^No part to grip: the fingers opened to .* mm instead of 40\.0 mm$/,
    ],
    ['meets a part on its way', 0.03, { control: 'move' }, /^The fingers stopped at 30\.0 mm .*; check for a part/],
  ] as const)('says so when it %s', async (_, simulatedPartWidth, changes, message) => {
    const bench = await openBench('SchunkEGx', { ...(simulatedPartWidth !== undefined && { simulatedPartWidth }) });
    try {
      const actuated = bench.driver.capabilities.gripper?.actuate({ ...command, ...changes }, never);
      const failure = {
        reason: 'targetNotReached',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      };
      expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({ ok: false, failure });
    } finally {
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
  ])('moves with %j from end to end', async (fields) => {
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

describe('The Schunk contract', () => {
  it('accepts its force in percent and the stroke of its size', () => {
    const config = schunkEGxContract.config.parse({ kind: 'SchunkEGx', variant: 'EGU-60', closedWidth: 0.01 });
    const { widthRange, forceFractionRange, forceRange } = schunkEGxContract.capabilities.gripper(config);
    expect(widthRange.inward).toEqual({ minimum: 0.01, maximum: 0.01 + 0.103 });
    expect([forceRange, forceFractionRange]).toEqual([undefined, { minimum: 0.5, maximum: 1 }]);
  });
});

describe('The simulated EGK 40 with Ethernet, to a browser', () => {
  let bench: DeviceBench;
  beforeEach(async () => {
    bench = await openBench('SchunkEGx', { interface: 'http', simulatedPartWidth: 0.03 });
  });
  afterEach(() => bench.close());

  const at = (path: string) => `http://127.0.0.1:${bench.port}${path}`;
  const read = async () => (await fetch(at('/adi/data.json?offset=64&count=1'))).json();
  const update = async (inst: number, value: string) =>
    (
      await fetch(at('/adi/update.json'), { method: 'POST', body: new URLSearchParams({ inst: `${inst}`, value }) })
    ).json();

  it('starts open at 83000 µm and ready', async () => {
    expect(await read()).toEqual(['11200000384401000000000000000000']);
  });

  it('moves to a position in µm and reports that it has arrived', async () => {
    // 0x00002001, 50000 µm, 100000 µm/s, 80 %, least significant byte first.
    expect(await update(72, '0120000050c30000a086010050000000')).toEqual({ result: 0 });
    expect(await read()).toEqual([expect.stringMatching(/^0100/)]);
    await bench.pass(1000);
    expect(await read()).toEqual([expect.stringMatching(/^1120000050C30000/)]);
    expect(bench.sim.simulated.gripper?.commands).toMatchObject([{ control: 'move', forceFraction: 0.8 }]);
  });

  it.each([
    ['a position that it does not have', 72, '0120000000000010a086010050000000'],
    ['half a frame', 72, '01200000'],
    ['another instance', 73, '0120000050c30000a086010050000000'],
  ])('refuses %s', async (_, inst, value) => {
    expect(await update(inst, value)).not.toEqual({ result: 0 });
    expect(bench.sim.simulated.gripper?.commands).toEqual([]);
  });

  it('has no other page', async () => {
    expect((await fetch(at('/'))).status).toBe(404);
  });
});

describe('An EGK 40 with Ethernet that is busy', () => {
  /** Opens a gripper that answers the first `count` frames as busy. */
  const openBusy = (count: number) => {
    let left = count;
    return openBench(
      'SchunkEGx',
      { interface: 'http' },
      {
        tamper: (open) => (target) => {
          const device = open(target);
          const busy = { kind: 'busy', wasSent: false, message: 'busy' } as const;
          return {
            ...device,
            writeRegisters: async (...frame) =>
              left-- > 0 ? { ok: false, failure: busy } : device.writeRegisters(...frame),
          };
        },
      },
    );
  };

  it.each([
    ['carries out the command when it is free again', 3, { ok: true }],
    ['fails as busy, and may be asked again, when it stays busy', 1e9, { failure: { reason: 'busy', mayRetry: true } }],
  ])('%s', async (_, count, result) => {
    const bench = await openBusy(count);
    try {
      const actuated = bench.driver.capabilities.gripper?.actuate(command, never);
      expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject(result);
    } finally {
      await bench.close();
    }
  });
});

describe('An EGK 40 with the pages of another device', () => {
  it.each([
    ['[]', 'does not come from a gripper'],
    ['["1120"]', 'does not come from a gripper'],
    ['no JSON', 'does not come from a gripper'],
  ])('reports an error for %j', async (body, message) => {
    const clock = new VirtualClock();
    const config = schunkEGxContract.config.parse({ kind: 'SchunkEGx', interface: 'http' });
    const bank = { answer: () => ({ status: 200, body }), isCommand: () => false };
    const refuse = () => {
      throw new Error('not over HTTP');
    };
    const driver = createDriver(config, {
      address: { host: '127.0.0.1', port: 80 },
      clock,
      openHttp: createHttpInMemory(clock, () => bank),
      openModbus: refuse,
      openLines: refuse,
      openFtp: refuse,
      openScanner: refuse,
      openPorts: refuse,
    });
    driver.start();
    await settleOn(clock, driver.whenKnown());
    expect(driver.state()).toMatchObject({
      connected: false,
      status: 'error',
      error: expect.stringContaining(message),
    });
    await settleOn(clock, driver.close());
  });
});
