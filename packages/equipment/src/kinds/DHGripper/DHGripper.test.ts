import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { never } from '../../conformance/rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus, type PlainModbus } from '../../testing/modbus-client.fixture.ts';
import { dhGripperContract } from './contract.ts';
import { modelNames } from './contract-models.ts';

/** The numbers of the register table, repeated here because the driver and the simulator share theirs. */
describe('The simulated AG-95, to a Modbus client that knows only the register table', () => {
  let bench: DeviceBench;
  let client: PlainModbus;

  beforeEach(async () => {
    bench = await openBench('DHGripper', { simulatedPartWidth: 0.038 });
    client = await connectPlainModbus(bench, 1);
  });
  afterEach(async () => {
    await client.close();
    await bench.close();
  });

  const initialise = async () => {
    await client.writeOne(0x100, 1);
    await bench.pass(600);
  };

  it('moves only after initialisation', async () => {
    expect((await client.read(0x200, 1))[0]).toBe(0);
    await expect(client.writeOne(0x103, 500)).rejects.toMatchObject({ modbusCode: 3 });
    await client.writeOne(0x100, 1);
    expect((await client.read(0x200, 1))[0]).toBe(2);
    await bench.pass(2000);
    expect(await client.read(0x200, 3)).toEqual([1, 1, 1000]);
  });

  it('grips a part before its target', async () => {
    await initialise();
    await client.writeOne(0x101, 30);
    await client.writeOne(0x104, 50);
    await client.writeOne(0x103, 0);
    await bench.pass(100);
    expect((await client.read(0x201, 1))[0]).toBe(0);
    await bench.pass(2000);
    expect(await client.read(0x201, 2)).toEqual([2, 400]);
    expect(bench.sim.simulated.gripper?.commands).toMatchObject([
      { widthMeters: 0, forceFraction: 0.3, speedFraction: 0.5 },
    ]);
  });

  it('moves 95 mm in 0.7 s at full speed', async () => {
    await initialise();
    await client.writeOne(0x104, 100);
    await client.writeOne(0x103, 500);
    await bench.pass(340);
    const [state, position = 0] = await client.read(0x201, 2);
    expect([state, position < 530 && position > 490]).toEqual([expect.any(Number), true]);
  });

  it.each([
    ['to be initialised by another value', 0x100, 2],
    ['a force below 20 %', 0x101, 19],
    ['a force above 100 %', 0x101, 101],
    ['no speed', 0x104, 0],
    ['a position beyond its stroke', 0x103, 1001],
  ])('refuses %s', async (_, register, value) => {
    await initialise();
    await expect(client.writeOne(register, value)).rejects.toMatchObject({ modbusCode: 3 });
  });
});

describe('A DH gripper', () => {
  const command = {
    control: 'move',
    widthMeters: 0.02,
    direction: 'inward',
    toleranceMeters: 0.003,
    waitForGrip: true,
  } as const;

  it('does not move on connecting, and initialises itself only before its first command', async () => {
    const bench = await openBench('DHGripper');
    try {
      await bench.pass(5000);
      expect(bench.driver.state()).toMatchObject({ connected: true, status: 'idle' });
      const timeOf = async (widthMeters: number) => {
        const before = bench.clock.now();
        const actuated = bench.driver.capabilities.gripper?.actuate({ ...command, widthMeters }, never);
        expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({ ok: true });
        return bench.clock.now() - before;
      };
      expect(await timeOf(0.02)).toBeGreaterThan(1000);
      expect(await timeOf(0.03)).toBeLessThan(600);
    } finally {
      await bench.close();
    }
  });

  it('initialises itself also for a command that comes before its first reading', async () => {
    const bench = await openBench('DHGripper', {}, { isUnread: true });
    try {
      const actuated = bench.driver.capabilities.gripper?.actuate(command, never);
      expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({
        ok: true,
        value: { widthMeters: 0.02 },
      });
    } finally {
      await bench.close();
    }
  });

  it('can be stopped while it initialises, and then does not move to a target', async () => {
    const bench = await openBench('DHGripper');
    try {
      const abort = new AbortController();
      const actuated = bench.driver.capabilities.gripper?.actuate(command, abort.signal);
      await bench.pass(200);
      abort.abort();
      expect(await bench.settle(actuated ?? Promise.reject())).toEqual({ ok: false, stopped: true });
      await bench.pass(5000);
      expect(bench.sim.simulated.gripper?.commands.filter(({ kind }) => kind === 'grip')).toEqual([]);
    } finally {
      await bench.close();
    }
  });

  it('takes no newtons', async () => {
    const bench = await openBench('DHGripper');
    try {
      expect(await bench.driver.capabilities.gripper?.actuate({ ...command, forceNewtons: 45 }, never)).toMatchObject({
        failure: { reason: 'outOfRange', message: expect.stringContaining('as a percentage') },
      });
    } finally {
      await bench.close();
    }
  });

  it.each(modelNames)('moves from end to end as the model %s', async (model) => {
    const bench = await openBench('DHGripper', { model });
    try {
      const config = dhGripperContract.config.parse(bench.config);
      const { minimum, maximum } = dhGripperContract.capabilities.gripper(config).widthRange.inward;
      for (const widthMeters of [minimum, maximum]) {
        const actuated = bench.driver.capabilities.gripper?.actuate({ ...command, widthMeters }, never);
        expect(await bench.settle(actuated ?? Promise.reject())).toMatchObject({ ok: true, value: { widthMeters } });
      }
    } finally {
      await bench.close();
    }
  });
});

describe('The DH contract', () => {
  it('accepts force from 0.2 and speed from 0 of their maximum, and the stroke of its model', () => {
    const config = dhGripperContract.config.parse({ kind: 'DHGripper', model: 'CGI-100-170' });
    expect(dhGripperContract.capabilities.gripper(config)).toMatchObject({
      opening: 'diameter',
      widthRange: { inward: { minimum: 0.04, maximum: 0.17 } },
      forceFractionRange: { minimum: 0.2, maximum: 1 },
      speedFractionRange: { minimum: 0, maximum: 1 },
    });
    expect(dhGripperContract.tool?.(config).collisionBoxes).toHaveLength(4);
  });
});
