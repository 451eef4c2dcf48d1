/** For tests: requirements for the arc of every weld machine that the robot controller can end. */
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { welderLiveStateSchema } from '../capabilities/welder.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

const never = new AbortController().signal;

/** Commands an arc and waits for the result. */
export function weld({ driver, settle }: DeviceBench, action: 'startArc' | 'stopArc') {
  const { welder } = driver.capabilities;
  if (!welder) throw new Error('it is no weld machine');
  return settle(welder.actuate({ action }, never));
}

const arcOf = ({ driver }: DeviceBench) => welderLiveStateSchema.parse(driver.state()).welder;
const commandsOf = ({ sim }: DeviceBench) => sim.simulated.welder?.commands.map(({ isArcOn }) => isArcOn);
const isOn = (bench: DeviceBench) => commandsOf(bench)?.at(-1) ?? false;
/** Longest time from a stop to the end of the arc, ms. */
const arcOffMS = 50;

const ways = {
  'by the controller': ({ box }: DeviceBench) => box.endHolds(),
  'by a command': ({ driver }: DeviceBench) => void driver.capabilities.welder?.actuate({ action: 'stopArc' }, never),
  'by its driver': ({ driver }: DeviceBench) => void driver.stopMotion(),
};

/**
 * @param fields configuration with which the machine reports everything
 * @param usualStops stops of each kind at different times of a weld, except in exhaustive runs
 */
export function testHeldArc(kind: EquipmentKind, fields: Readonly<Record<string, unknown>>, usualStops = 12): void {
  const over = typeof fields.interface === 'string' ? ` over ${fields.interface}` : '';
  describe(`The arc of the kind ${kind}${over}`, () => {
    it('ends when the controller ends its outputs, and does not start again by itself', async () => {
      const bench = await openBench(kind, fields);
      await weld(bench, 'startArc');
      bench.box.endHolds();
      await bench.pass(arcOffMS);
      expect(commandsOf(bench)).toEqual([true, false]);
      await bench.pass(3000);
      expect(commandsOf(bench)).toEqual([true, false]);
      expect(arcOf(bench)).toEqual({ arc: 'off', fault: 'notHeld' });
      await bench.close();
    });

    it.each([
      { time: 'before the arc', afterMS: 100 },
      { time: 'while the arc is struck', afterMS: 350 },
    ])('fails to start if the controller ends its outputs $time', async ({ afterMS }) => {
      const bench = await openBench(kind, fields);
      const started = weld(bench, 'startArc');
      await bench.pass(afterMS);
      bench.box.endHolds();
      const message = expect.stringContaining('The robot controller ended the arc');
      expect(await started).toMatchObject({ ok: false, failure: { kind: 'WeldFailure', message } });
      await bench.pass(2000);
      expect(isOn(bench)).toBe(false);
      await bench.close();
    });

    it('fails to start if it burns but cannot be held', async () => {
      const bench = await openBench(kind, fields);
      const started = weld(bench, 'startArc');
      await stepUntilOn(bench);
      bench.box.failure = { kind: 'refused', wasSent: false, message: 'Output 1 is a safety output' };
      expect(await started).toMatchObject({ ok: false, failure: { message: 'Output 1 is a safety output' } });
      await bench.pass(1000);
      expect(commandsOf(bench)).toEqual([true, false]);
      await bench.close();
    });

    it.each(Object.entries(ways))(
      'ends within 50 ms of a stop at any time of a weld, and does not start again: %s',
      { timeout: 120_000 },
      async (_, stop) => {
        const stops = propertyRuns(usualStops, 334);
        const weldMS = 1200;
        for (let index = 0; index < stops; index++) {
          const bench = await openBench(kind, fields);
          const started = bench.driver.capabilities.welder?.actuate({ action: 'startArc' }, never);
          await bench.pass((index * weldMS) / stops);
          const starts = commandsOf(bench)?.filter((each) => each);
          stop(bench);
          await bench.pass(arcOffMS);
          expect(isOn(bench), `stop ${index}`).toBe(false);
          await bench.pass(1000);
          await started;
          expect(isOn(bench)).toBe(false);
          expect(commandsOf(bench)?.filter((each) => each)).toEqual(starts);
          await bench.close();
        }
      },
    );

    it('ends half a second after the last renewal that arrived', async () => {
      const bench = await openBench(kind, fields);
      await weld(bench, 'startArc');
      await bench.pass(1000);
      const since = bench.clock.now();
      bench.box.failure = { kind: 'unanswered', wasSent: false, message: 'No answer' };
      await bench.pass(1000);
      const last = bench.sim.simulated.welder?.commands.at(-1);
      expect(last?.isArcOn).toBe(false);
      expect((last?.at ?? 0) - since).toBeLessThanOrEqual(500);
      await bench.close();
    });
  });
}

/** Waits until the machine was told to strike an arc. */
async function stepUntilOn(bench: DeviceBench): Promise<void> {
  for (let step = 0; step < 200 && !isOn(bench); step++) await bench.pass(5);
}
