import { createKinematics, defaultArm } from '@cellwright/arm';
import { makePose, quaternionFromRpy } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundDeviation, boundLevers } from './deviation.ts';
import { angleBetween, distanceBetween, frameOf, frameOfArm, turnBetween, turnBy } from './dh-forward.fixture.ts';

const kinematics = createKinematics(defaultArm);
const angle = fc.double({ min: -3, max: 3, noNaN: true });
const small = fc.double({ min: -0.2, max: 0.2, noNaN: true });
const six = (of: fc.Arbitrary<number>) => fc.tuple(of, of, of, of, of, of);
const tcps = fc.tuple(small, small, small).map((at) => makePose(at, quaternionFromRpy([0.3, -0.4, at[0]])));

describe('the independent kinematics of the tests', () => {
  it('agrees with the product on the pose of tool0', () => {
    fc.assert(
      fc.property(six(angle), (q) => {
        const mine = frameOfArm(q);
        const theirs = frameOf(kinematics.computeTipPose(q));
        expect(distanceBetween(mine.position, theirs.position)).toBeLessThan(1e-9);
        expect(angleBetween(mine, theirs)).toBeLessThan(1e-7);
      }),
    );
  });
});

describe('the bound of a straight joint move', () => {
  it('covers at least the deviation of the TCP from even motion', () => {
    let tightest = 0;
    fc.assert(
      fc.property(six(angle), six(small), tcps, (from, by, tcp) => {
        const at = (t: number) =>
          frameOfArm(
            from.map((value, joint) => value + t * (by[joint] ?? 0)),
            tcp,
          );
        const levers = boundLevers(kinematics, Math.hypot(tcp.x, tcp.y, tcp.z));
        const to = from.map((value, joint) => value + (by[joint] ?? 0));
        const bound = boundDeviation(levers, Float64Array.from(from), Float64Array.from(to));
        const [start, end] = [at(0), at(1)];
        const turn = turnBetween(start, end);
        for (const t of [0.1, 0.3, 0.5, 0.7, 0.9]) {
          const here = at(t);
          const even = start.position.map((value, axis) => value + t * ((end.position[axis] ?? 0) - value));
          const strayed = distanceBetween(here.position, even);
          expect(strayed).toBeLessThanOrEqual(bound.position + 1e-12);
          // Second order in the angles; higher orders are negligible at the spacing of waypoints.
          expect(angleBetween(here, turnBy(start, turn, t))).toBeLessThanOrEqual(bound.rotation * 1.1 + 1e-8);
          if (bound.position > 0) tightest = Math.max(tightest, strayed / bound.position);
        }
      }),
      { numRuns: 300 },
    );
    expect(tightest).toBeGreaterThan(0.3);
  });
});
