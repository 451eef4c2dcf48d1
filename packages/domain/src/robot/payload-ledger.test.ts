import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUpPayload, type CarriedLoad, sumLoads } from './payload-ledger.ts';

const gripper = { massKg: 1.1, centreOfGravity: [0, 0, 0.08], tcp: { x: 0, y: 0, z: 0.18 } } as const;

describe('The payload ledger', () => {
  it('combines the tool and its payload at their common centre of gravity', () => {
    const { attached, held, total } = addUpPayload(gripper, 3.3);
    expect([attached.massKg, held.massKg]).toEqual([1.1, 3.3]);
    expect(held.at).toEqual([0, 0, 0.18]);
    expect(total.massKg).toBeCloseTo(4.4, 12);
    expect(total.at[2]).toBeCloseTo((1.1 * 0.08 + 3.3 * 0.18) / 4.4, 12);
  });

  it('has only the payload on a bare flange, and nothing without one', () => {
    expect(addUpPayload(undefined, 2).total).toEqual({ massKg: 2, at: [0, 0, 0] });
    expect(addUpPayload(undefined, 0).total).toEqual({ massKg: 0, at: [0, 0, 0] });
  });

  it('never has less than the tool: a negative payload does not reduce it', () => {
    expect(addUpPayload(gripper, -10).total).toEqual(addUpPayload(gripper, 0).total);
  });
});

const length = fc.double({ min: -1, max: 1, noNaN: true });
const load: fc.Arbitrary<CarriedLoad> = fc.record({
  massKg: fc.double({ min: 0.001, max: 30, noNaN: true }),
  at: fc.tuple(length, length, length),
});
const momentOf = (loads: readonly CarriedLoad[], axis: 0 | 1 | 2) =>
  loads.reduce((sum, { massKg, at }) => sum + massKg * at[axis], 0);

describe('A sum of loads', () => {
  it('keeps mass and moment, in any order and grouping', () => {
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 6 }), fc.nat({ max: 6 }), (loads, cut) => {
        const whole = sumLoads(loads);
        const grouped = sumLoads([sumLoads(loads.slice(cut)), sumLoads(loads.slice(0, cut))]);
        for (const sum of [whole, grouped]) {
          expect(sum.massKg).toBeCloseTo(massOf(loads), 9);
          for (const axis of [0, 1, 2] as const) expect(momentOf([sum], axis)).toBeCloseTo(momentOf(loads, axis), 9);
        }
      }),
    );
  });

  it('has its centre of gravity between its loads', () => {
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 6 }), (loads) => {
        for (const axis of [0, 1, 2] as const) {
          const all = loads.map(({ at }) => at[axis]);
          const { at } = sumLoads(loads);
          expect(at[axis]).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
          expect(at[axis]).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
        }
      }),
    );
  });
});

function massOf(loads: readonly CarriedLoad[]): number {
  return loads.reduce((sum, { massKg }) => sum + massKg, 0);
}
