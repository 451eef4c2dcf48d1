import type { ExtremalFamily } from './extremal.ts';
import { solveMonotone } from './solve.ts';

/**
 * Returns the durations inside a region at which the family covers exactly `distance`, ascending. The growth of the
 * distance with the duration falls to one minimum and then rises, so there are at most two turning points and three
 * crossings. A turning point that misses the distance by more than `tolerance` (rad) is a miss.
 */
export function findCrossings(
  family: ExtremalFamily,
  distance: number,
  region: { readonly from: number; readonly to: number },
  tolerance: number,
): number[] {
  const end = Math.max(region.from, Math.min(region.to, family.cruiseFrom));
  const knots = [region.from, ...findTurningPoints(family, region.from, end), end];
  const crossings: number[] = [];
  let before = excessAt(family, region.from, distance);
  for (let i = 1; i < knots.length; i++) {
    const low = knots[i - 1] ?? end;
    const high = knots[i] ?? end;
    const after = excessAt(family, high, distance);
    if (before < 0 !== after < 0) {
      crossings.push(
        solveMonotone(
          (duration, out) => {
            family.solve(duration);
            out.value = family.distance - distance;
            out.slope = family.growth;
          },
          low,
          high,
        ),
      );
    }
    // A summit missed only by rounding counts as reached: a state on its own fastest path must not take a detour for
    // it.
    const isSummit = i < knots.length - 1 && before <= after && after < 0;
    if (isSummit && after >= -tolerance) crossings.push(high, high);
    before = after;
  }
  if (before < 0 && region.to > end) crossings.push(end - before / family.maxVelocity);
  return crossings;
}

function excessAt(family: ExtremalFamily, duration: number, distance: number): number {
  family.solve(duration);
  return family.distance - distance;
}

/** Returns the durations at which the distance stops or starts growing. */
function findTurningPoints(family: ExtremalFamily, from: number, to: number): number[] {
  const growthAt = (duration: number) => {
    family.solve(duration);
    return family.growth;
  };
  const zeroBetween = (low: number, high: number) => bisectSign(growthAt, low, high);
  const first = growthAt(from);
  const last = growthAt(to);
  if (first < 0) return last > 0 ? [zeroBetween(from, to)] : [];
  if (!(family.a0 < 0 || family.a1 > 0)) return [];
  const slowest = slowestGrowth(family, from, to, growthAt);
  if (slowest === undefined) return [];
  const down = zeroBetween(from, slowest);
  return last > 0 ? [down, zeroBetween(slowest, to)] : [down];
}

/**
 * Returns the duration at which the distance shrinks fastest, if it ever shrinks: one candidate per form of the motion.
 */
function slowestGrowth(
  family: ExtremalFamily,
  from: number,
  to: number,
  growthAt: (duration: number) => number,
): number | undefined {
  const { balance: C, maxAcceleration: A, maxDeceleration: B } = family;
  const swings = [
    Math.sqrt(Math.abs(C) / Math.sqrt(3)),
    (9 / 16) * (A / 2) + C / (2 * A),
    (9 / 16) * (B / 2) - C / (2 * B),
  ];
  let slowest: number | undefined;
  let least = 0;
  for (const duration of [...swings.map((swing) => family.durationOfSwing(swing)), to]) {
    if (!(duration > from && duration <= to)) continue;
    const growth = growthAt(duration);
    if (growth < least) {
      least = growth;
      slowest = duration;
    }
  }
  return slowest;
}

/** Returns the point where a continuous function changes sign. */
function bisectSign(f: (x: number) => number, low: number, high: number): number {
  const negative = f(low) < 0;
  let a = low;
  let b = high;
  for (let i = 0; i < 60 && b - a > 1e-15 * Math.abs(b); i++) {
    const middle = (a + b) / 2;
    if (f(middle) < 0 === negative) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}
