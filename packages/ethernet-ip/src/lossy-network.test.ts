import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench } from './testing.fixture.ts';

const intervalMS = 20;
/** Four intervals. */
const timeoutMS = 80;

/** A packet of the scanner on its way: three of ten are lost. */
const packet = fc.record({
  isLost: fc.integer({ min: 0, max: 9 }).map((number) => number < 3),
  delayMS: fc.integer({ min: 0, max: 45 }),
  isDoubled: fc.boolean(),
});
type Packet = typeof packet extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the sequences that arrive, by the time of their arrival in ms. */
function deliver(packets: readonly Packet[]): ReadonlyMap<number, readonly number[]> {
  const arrivals = new Map<number, number[]>();
  packets.forEach(({ isLost, delayMS, isDoubled }, index) => {
    if (isLost) return;
    const sentAt = index * intervalMS;
    for (const at of isDoubled ? [sentAt + delayMS, sentAt + delayMS + 7] : [sentAt + delayMS])
      arrivals.set(at, [...(arrivals.get(at) ?? []), index + 1]);
  });
  return arrivals;
}

describe('A network that loses, delays and doubles packets', () => {
  it('ends the ownership when nothing new arrives within the time-out, once, and never before', () => {
    fc.assert(
      fc.property(fc.array(packet, { minLength: 60, maxLength: 60 }), ([, ...others]) => {
        const bench = createBench();
        const { consumedID } = bench.open();
        const first = { isLost: false, delayMS: 0, isDoubled: false };
        const arrivals = deliver([first, ...others]);
        let newest = 0;
        let heardAt = 0;
        let isLost = false;
        for (let at = 0; at < 60 * intervalMS + 2 * timeoutMS; at++) {
          for (const sequence of arrivals.get(at) ?? []) {
            bench.send(consumedID, sequence, [1]);
            if (!isLost && sequence > newest) [newest, heardAt] = [sequence, at];
          }
          bench.adapter.tick();
          bench.adapter.nextDue();
          isLost ||= at - heardAt >= timeoutMS;
          expect(bench.losses, `after ${at} ms`).toEqual(isLost ? [1] : []);
          bench.clock.at += 1;
        }
        expect(isLost).toBe(true);
        expect(bench.open({ serial: 2 }).status).toBe(0);
      }),
      { numRuns: 10 },
    );
  });
});
