import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ScrewdriverCommand,
  type ScrewdriverDescription,
  type SimulatedScrewdriver,
  screwdriverActions,
  screwdriverLiveStateSchema,
  screwResults,
} from '../capabilities/index.ts';
import { describeCapability, type EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { demand, testDeviceConformance } from './device-conformance.fixture.ts';

const act = (changes: Partial<ScrewdriverCommand> = {}): ScrewdriverCommand => ({
  action: 'TIGHTEN',
  forceNewtons: 20,
  screwLengthMeters: 0.015,
  torqueNewtonMeters: 3,
  shankPositionMeters: 0.03,
  waitForEnd: true,
  ...changes,
});

/** What every screwdriver must do: run on the kind's simulator, through its driver, over a real socket. */
export function testScrewdriverConformance(kind: EquipmentKind): void {
  const countActs = ({ commands }: SimulatedScrewdriver) => commands.filter((command) => command.kind === 'act').length;
  testDeviceConformance({
    kind,
    capability: 'screwdriver',
    deviceOf: ({ driver }) => driver.capabilities.screwdriver,
    slow: act(),
    impossible: act({ torqueNewtonMeters: 99 }),
    countCommands: ({ sim }) => countActs(demand(sim.simulated.screwdriver)),
  });

  describe('its screws', () => {
    let bench: DeviceBench;
    let simulated: SimulatedScrewdriver;
    let description: ScrewdriverDescription;
    const never = new AbortController().signal;
    const actuate = (command: ScrewdriverCommand, signal = never) =>
      bench.settle(demand(bench.driver.capabilities.screwdriver).actuate(command, signal));
    const state = () => screwdriverLiveStateSchema.parse(bench.driver.state());
    const stops = () => simulated.commands.filter((command) => command.kind === 'stop').length;

    beforeEach(async () => {
      bench = await openBench(kind);
      simulated = demand(bench.sim.simulated.screwdriver);
      description = demand(describeCapability(bench.config, 'screwdriver'));
    });
    afterEach(() => bench.close());

    it.each(screwdriverActions)('are told every value of the command: %s', async (action) => {
      const { forceRange, screwLengthRange, torqueRange, shankRange } = description;
      for (const share of [0, 0.4, 1]) {
        const at = ({ minimum, maximum }: { minimum: number; maximum: number }, step: number) =>
          Math.round((minimum + share * (maximum - minimum)) / step) * step;
        const told = {
          action,
          forceNewtons: at(forceRange, 1),
          screwLengthMeters: at(screwLengthRange, 0.001),
          torqueNewtonMeters: at(torqueRange, 0.1),
          shankPositionMeters: at(shankRange, 0.001),
        };
        expect(await actuate(act(told))).toMatchObject({ ok: true });
        const { kind: _kind, at: _at, ...seen } = demand(simulated.commands.at(-1));
        expect(Object.keys(seen)).toEqual(Object.keys(told));
        for (const [name, value] of Object.entries(told)) {
          const told = Reflect.get(seen, name);
          if (typeof value === 'number') expect(told, name).toBeCloseTo(value, 9);
          else expect(told).toBe(value);
        }
      }
    });

    it('are tightened to the torque, which is told', async () => {
      expect(await actuate(act({ torqueNewtonMeters: 2.5 }))).toMatchObject({
        ok: true,
        value: { achievedTorqueNewtonMeters: 2.5 },
      });
      expect(state()).toMatchObject({ status: 'idle', achievedTorqueNewtonMeters: 2.5 });
    });

    it('take longer when they are longer', async () => {
      const measure = async (screwLengthMeters: number) => {
        const start = bench.clock.now();
        await actuate(act({ screwLengthMeters }));
        return bench.clock.now() - start;
      };
      expect(await measure(0.03)).toBeGreaterThan(2 * (await measure(0.01)));
    });

    it('are reached by the shank, and its place is read back exactly', async () => {
      for (const shankPositionMeters of [0.03, -0.004, 0.0123]) {
        const result = await actuate(act({ action: 'MOVE_SHANK', shankPositionMeters }));
        expect(result).toMatchObject({ ok: true, value: { shankPositionMeters } });
        expect(state().shankPositionMeters).toBe(shankPositionMeters);
      }
    });

    it.each(screwResults.filter((result) => result !== 'none'))('that end badly say so: %s', async (result) => {
      simulated.endWith(result);
      const answer = await actuate(act());
      expect(answer).toMatchObject({ ok: false, failure: { reason: 'targetNotReached', mayRetry: false } });
      simulated.endWith('none');
      expect(await actuate(act())).toMatchObject({ ok: true });
    });

    it('are not driven on by a stop', async () => {
      const abort = new AbortController();
      const result = demand(bench.driver.capabilities.screwdriver).actuate(
        act({ action: 'MOVE_SHANK', shankPositionMeters: 0.05 }),
        abort.signal,
      );
      await bench.pass(300);
      abort.abort();
      expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
      await bench.waitForState(({ status }) => status === 'idle');
      expect(stops()).toBe(1);
      const stoppedAt = demand(state().shankPositionMeters);
      expect(stoppedAt).toBeLessThan(0.05);
      await bench.pass(2000);
      expect(state().shankPositionMeters).toBe(stoppedAt);
    });

    it('that never end are given up, and the device is told to stop', async () => {
      bench.sim.faults.jammed = true;
      expect(await actuate(act())).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
      await bench.pass(100);
      expect(stops()).toBe(1);
    });

    it('are not waited for where nobody wants to', async () => {
      const before = bench.clock.now();
      expect(await actuate(act({ waitForEnd: false }))).toMatchObject({ ok: true });
      expect(bench.clock.now() - before).toBeLessThan(100);
      expect(state().status).toBe('busy');
      await bench.waitForState(({ status }) => status === 'idle');
    });

    it.each([
      ['weaker than it presses', () => act({ forceNewtons: description.forceRange.minimum - 1 })],
      ['longer than it drives', () => act({ screwLengthMeters: description.screwLengthRange.maximum + 0.001 })],
      ['tighter than it turns', () => act({ torqueNewtonMeters: description.torqueRange.maximum + 0.1 })],
      [
        'farther than its shank reaches',
        () => act({ action: 'MOVE_SHANK', shankPositionMeters: description.shankRange.maximum + 0.001 }),
      ],
    ])('are refused when they are %s', async (_, command) => {
      expect(await actuate(command())).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
      expect(simulated.commands).toEqual([]);
    });

    it('are not refused for what the action does not use', async () => {
      expect(await actuate(act({ action: 'LOOSEN', torqueNewtonMeters: 0 }))).toMatchObject({ ok: true });
      expect(await actuate(act({ action: 'MOVE_SHANK', forceNewtons: 0 }))).toMatchObject({ ok: true });
    });
  });
}
