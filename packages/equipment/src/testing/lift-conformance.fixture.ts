import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liftToleranceMeters, type SimulatedLift } from '../capabilities/index.ts';
import { actuate, heightOf, liftTrial, move, simulatedLift, stopsOf } from '../conformance/lift.ts';
import type { EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { testDeviceInTrouble } from './device-trouble.fixture.ts';

/** Tests a lift beyond its conformance cases: on the kind's simulator, through its driver, over a real socket. */
export function testLift(kind: EquipmentKind): void {
  testDeviceInTrouble(kind, liftTrial);

  describe('The height of a lift', () => {
    let bench: DeviceBench;
    let simulated: SimulatedLift;
    beforeEach(async () => {
      bench = await openBench(kind);
      simulated = simulatedLift(bench);
    });
    afterEach(() => bench.close());

    it('fails the command and stops the lift if it is never reached', async () => {
      bench.sim.faults.jammed = true;
      const before = bench.clock.now();
      expect(await actuate(bench, move())).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
      expect(bench.clock.now() - before).toBeGreaterThanOrEqual(30_000);
      expect(bench.clock.now() - before).toBeLessThan(31_000);
      await bench.pass(100);
      expect(stopsOf(bench)).toBe(1);
    });

    it('may differ by 2 mm, and then the true one is reported', async () => {
      simulated.sagBy(liftToleranceMeters);
      expect(await actuate(bench, move())).toEqual({ ok: true, value: { heightMeters: expect.closeTo(0.198, 9) } });
      simulated.sagBy(liftToleranceMeters + 0.0005);
      expect(await actuate(bench, move({ heightMeters: 0.4 }))).toMatchObject({
        ok: false,
        failure: { reason: 'targetNotReached', message: expect.stringContaining('397.5 mm instead of 400 mm') },
      });
    });

    it("follows motions from the lift's own panel", async () => {
      simulated.moveByHand(0.3);
      await bench.waitForState(() => heightOf(bench) === 0.3);
    });

    it.each([
      ['fault', 0b0010],
      ['emergency stop', 0b0100],
      ['has no reference', 0b1000],
    ])('does not change while the lift shows a fault: %s', async (words, bits) => {
      simulated.setStatus(bits);
      const shown = await bench.waitForState(({ error }) => error !== undefined);
      expect(shown.error).toContain(words);
      expect(await actuate(bench, move())).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
      expect(simulated.commands).toEqual([]);
    });

    it('becomes unknown while the lift does not report it', async () => {
      expect(heightOf(bench)).toBe(0);
      simulated.setStatus(0b1000);
      await bench.waitForState(() => heightOf(bench) === undefined);
    });
  });
}
