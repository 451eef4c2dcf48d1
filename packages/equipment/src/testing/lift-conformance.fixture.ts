import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type LiftCommand,
  type LiftDescription,
  liftLiveStateSchema,
  liftToleranceMeters,
  type SimulatedLift,
} from '../capabilities/index.ts';
import { describeCapability, type EquipmentKind } from '../contracts.ts';
import type { OpenModbus } from '../transport/modbus.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { demand, testDeviceConformance } from './device-conformance.fixture.ts';
import { tamperWith, wrongWriters } from './wrong-grippers.fixture.ts';

const never = new AbortController().signal;
const move = (changes: Partial<LiftCommand> = {}): LiftCommand => ({ heightMeters: 0.2, speedFraction: 1, ...changes });
const movesOf = ({ sim }: DeviceBench) =>
  demand(sim.simulated.lift).commands.flatMap((command) => (command.kind === 'move' ? [command] : []));

/** What every lift must do: run on the kind's simulator, through its driver, over a real socket. */
export function testLiftConformance(kind: EquipmentKind): void {
  let turn = 0;
  testDeviceConformance({
    kind,
    capability: 'lift',
    deviceOf: ({ driver }) => {
      const lift = demand(driver.capabilities.lift);
      // A lift that is there already has nothing to do: every other command goes down again.
      return {
        actuate: ({ heightMeters, ...others }, signal) =>
          lift.actuate({ ...others, heightMeters: heightMeters + (turn++ % 2) * 0.1 }, signal),
      };
    },
    slow: move(),
    impossible: move({ heightMeters: 9 }),
    countCommands: (bench) => movesOf(bench).length,
  });

  describe('its height', () => {
    let bench: DeviceBench;
    let simulated: SimulatedLift;
    let description: LiftDescription;
    const actuate = (command: LiftCommand, signal = never) =>
      bench.settle(demand(bench.driver.capabilities.lift).actuate(command, signal));
    const height = () => liftLiveStateSchema.parse(bench.driver.state()).heightMeters;
    const stops = () => simulated.commands.filter((command) => command.kind === 'stop').length;

    beforeEach(async () => {
      bench = await openBench(kind);
      simulated = demand(bench.sim.simulated.lift);
      description = demand(describeCapability(bench.config, 'lift'));
    });
    afterEach(() => bench.close());

    it('is where it was told to be, from end to end, and is read back exactly', async () => {
      const { minimum, maximum } = description.heightRange;
      for (const heightMeters of [maximum, 0.12345, minimum]) {
        expect(await actuate(move({ heightMeters }))).toEqual({ ok: true, value: { heightMeters } });
        expect(height()).toBe(heightMeters);
      }
    });

    it('and its speed are told as they were commanded', () => lookAtCommands(kind));

    it('is there already', async () => {
      await actuate(move());
      expect(await actuate(move())).toMatchObject({ ok: true, value: { heightMeters: 0.2 } });
    });

    it('is held by a stop where the lift then is', async () => {
      const abort = new AbortController();
      const result = demand(bench.driver.capabilities.lift).actuate(move(), abort.signal);
      await bench.pass(600);
      abort.abort();
      expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
      await bench.waitForState(({ status }) => status === 'idle');
      expect(stops()).toBe(1);
      const stoppedAt = demand(height());
      expect(stoppedAt).toBeGreaterThan(0);
      expect(stoppedAt).toBeLessThan(0.19);
      await bench.pass(2000);
      expect(height()).toBe(stoppedAt);
    });

    it('that is never reached is given up, and the lift is told to stop', async () => {
      bench.sim.faults.jammed = true;
      const before = bench.clock.now();
      expect(await actuate(move())).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
      expect(bench.clock.now() - before).toBeGreaterThanOrEqual(30_000);
      expect(bench.clock.now() - before).toBeLessThan(31_000);
      await bench.pass(100);
      expect(stops()).toBe(1);
    });

    it('may differ by 2 mm, and then the true one is told', async () => {
      simulated.sagBy(liftToleranceMeters);
      expect(await actuate(move())).toEqual({ ok: true, value: { heightMeters: expect.closeTo(0.198, 9) } });
      simulated.sagBy(liftToleranceMeters + 0.0005);
      expect(await actuate(move({ heightMeters: 0.4 }))).toMatchObject({
        ok: false,
        failure: { reason: 'targetNotReached', message: expect.stringContaining('397.5 mm instead of 400 mm') },
      });
    });

    it('is followed when somebody drives the lift at its own panel', async () => {
      simulated.moveByHand(0.3);
      await bench.waitForState(() => height() === 0.3);
    });

    it.each([
      ['above its stroke', () => move({ heightMeters: description.heightRange.maximum + 0.001 })],
      ['without a speed', () => move({ speedFraction: 0 })],
    ])('is refused %s', async (_, command) => {
      expect(await actuate(command())).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
      expect(simulated.commands).toEqual([]);
    });

    it.each([
      ['fault', 0b0010],
      ['emergency stop', 0b0100],
      ['not know how high', 0b1000],
    ])('is not changed by a lift that shows a fault: %s', async (words, bits) => {
      simulated.setStatus(bits);
      const shown = await bench.waitForState(({ error }) => error !== undefined);
      expect(shown.error).toContain(words);
      expect(await actuate(move())).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
      expect(simulated.commands).toEqual([]);
    });

    it('is unknown while the lift does not know it', async () => {
      expect(height()).toBe(0);
      simulated.setStatus(0b1000);
      await bench.waitForState(() => height() === undefined);
    });
  });

  it.each(wrongWriters.map((writer) => [writer.title, writer] as const))(
    'is noticed where its driver %s',
    async (_, writer) => {
      for (const register of writtenRegisters) {
        const { open, changes } = tamperWith(register, writer);
        const verdict = await lookAtCommands(kind, open).then(
          () => 'fooled',
          () => 'noticed',
        );
        if (changes() > 0) expect(verdict, `register ${register}`).toBe('noticed');
      }
    },
  );
}

/** All that a command is written to: height, speed and what begins it. */
const writtenRegisters = [0, 1, 2];

/** Looks at every value of a command: a driver made wrong on purpose fails it. */
async function lookAtCommands(kind: EquipmentKind, tamper?: (open: OpenModbus) => OpenModbus): Promise<void> {
  const bench = await openBench(kind, {}, tamper);
  try {
    for (const [heightMeters, speedFraction] of [
      [0.2, 1],
      [0.35, 0.25],
      [0.05, 0.6],
    ] as const) {
      const command = { heightMeters, speedFraction };
      const result = await bench.settle(demand(bench.driver.capabilities.lift).actuate(command, never));
      expect(result).toMatchObject({ ok: true });
      expect(movesOf(bench).at(-1)).toMatchObject({
        heightMeters: expect.closeTo(heightMeters, 9),
        speedFraction: expect.closeTo(speedFraction, 9),
      });
    }
  } finally {
    await bench.close();
  }
}
