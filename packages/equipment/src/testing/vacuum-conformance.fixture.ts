import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type SimulatedVacuum,
  type VacuumCommand,
  type VacuumDescription,
  vacuumChannels,
  vacuumLiveStateSchema,
} from '../capabilities/index.ts';
import { describeCapability, type EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { demand, testDeviceConformance } from './device-conformance.fixture.ts';

const grip = (suction: VacuumCommand['suction'], changes: Partial<VacuumCommand> = {}): VacuumCommand => ({
  suction,
  tolerance: 0.05,
  waitForVacuum: true,
  ...changes,
});

/** What every vacuum gripper must do: run on the kind's simulator, through its driver, over a real socket. */
export function testVacuumConformance(kind: EquipmentKind): void {
  testDeviceConformance({
    kind,
    capability: 'vacuum',
    deviceOf: ({ driver }) => driver.capabilities.vacuum,
    slow: grip({ A: 0.6 }),
    impossible: grip({ A: 1 }),
    countCommands: ({ sim }) => demand(sim.simulated.vacuum).commands.length,
  });

  describe('its channels', () => {
    let bench: DeviceBench;
    let simulated: SimulatedVacuum;
    let description: VacuumDescription;
    const never = new AbortController().signal;
    const actuate = (command: VacuumCommand) =>
      bench.settle(demand(bench.driver.capabilities.vacuum).actuate(command, never));
    const state = () => vacuumLiveStateSchema.parse(bench.driver.state());

    beforeEach(async () => {
      bench = await openBench(kind);
      simulated = demand(bench.sim.simulated.vacuum);
      description = demand(describeCapability(bench.config, 'vacuum'));
      simulated.placePart(description.channels);
    });
    afterEach(() => bench.close());

    it('hold a part with the vacuum they are told, each with its own', async () => {
      const result = await actuate(grip({ A: 0.4, B: 0.7 }));
      expect(result).toMatchObject({ ok: true, value: { gripDetected: true } });
      expect(simulated.commands).toMatchObject([
        { channel: 'A', mode: 'grip', suction: 0.4 },
        { channel: 'B', mode: 'grip', suction: 0.7 },
      ]);
      await bench.pass(2000);
      expect(state()).toMatchObject({ vacuum: { A: 0.4, B: 0.7 }, suction: { A: 0.4, B: 0.7 }, gripDetected: true });
    });

    it('are left alone where they are not named', async () => {
      await actuate(grip({ A: 0.4 }));
      expect(await actuate(grip({ B: 0.5 }))).toMatchObject({ ok: true, value: { gripDetected: true } });
      expect(simulated.commands.map(({ channel }) => channel)).toEqual(['A', 'B']);
      await bench.pass(2000);
      expect(state().vacuum).toEqual({ A: 0.4, B: 0.5 });
    });

    it('let go, and say when the part is free', async () => {
      await actuate(grip({ A: 0.6, B: 0.6 }));
      const result = await actuate(grip({ A: 0 }));
      expect(result).toMatchObject({ ok: true, value: { gripDetected: false } });
      expect(simulated.commands.at(-1)).toMatchObject({ channel: 'A', mode: 'release', suction: 0 });
      await bench.pass(2000);
      expect(state()).toMatchObject({ vacuum: { A: 0, B: 0.6 } });
    });

    it('fail where there is nothing to hold, and say what to look at', async () => {
      simulated.placePart(['A']);
      expect(await actuate(grip({ A: 0.6, B: 0.6 }))).toMatchObject({
        ok: false,
        failure: {
          reason: 'targetNotReached',
          message: 'Channel B reached a vacuum of 2 % instead of 60 %; check for a part under its cups, and their seal',
        },
      });
      expect(state().gripDetected).toBe(false);
    });

    it('do not wait when they are told not to', async () => {
      const before = bench.clock.now();
      expect(await actuate(grip({ A: 0.6 }, { waitForVacuum: false }))).toMatchObject({
        ok: true,
        value: { gripDetected: false },
      });
      expect(bench.clock.now() - before).toBeLessThan(100);
      await bench.pass(2000);
      expect(state()).toMatchObject({ vacuum: { A: 0.6 }, gripDetected: true });
    });

    it('show a part that is lost later', async () => {
      await actuate(grip({ A: 0.6 }));
      simulated.placePart([]);
      await bench.pass(2000);
      expect(state().gripDetected).toBe(false);
    });

    it('keep the part when the arm is stopped, also in the middle of a grip', async () => {
      const abort = new AbortController();
      const result = demand(bench.driver.capabilities.vacuum).actuate(grip({ A: 0.6 }), abort.signal);
      await bench.pass(50);
      abort.abort();
      await bench.settle(result);
      await bench.settle(bench.driver.stopMotion());
      await bench.pass(2000);
      expect(state()).toMatchObject({ vacuum: { A: 0.6 }, gripDetected: true });
      expect(simulated.commands).toHaveLength(1);
    });

    it('are told exactly what was commanded, whatever it is', async () => {
      const { minimum, maximum } = description.suctionRange;
      const percent = fc.integer({ min: Math.ceil(minimum * 100), max: Math.floor(maximum * 100) });
      const suction = fc.record({ A: fc.option(percent), B: fc.option(percent) });
      await fc.assert(
        fc.asyncProperty(suction, async ({ A, B }) => {
          if (A === null && B === null) return;
          const told = { ...(A === null ? {} : { A: A / 100 }), ...(B === null ? {} : { B: B / 100 }) };
          const before = simulated.commands.length;
          await actuate(grip(told, { waitForVacuum: false }));
          const seen = simulated.commands.slice(before).map(({ channel, mode, suction }) => [channel, mode, suction]);
          expect(seen).toEqual(
            vacuumChannels.flatMap((channel) =>
              told[channel] === undefined ? [] : [[channel, 'grip', told[channel]]],
            ),
          );
        }),
        { numRuns: 40 },
      );
    });
  });
}
