/** Weaving: the side-to-side motion of a welding wire over its seam, as a function of the distance along the seam. */

/**
 * `zigzag`: from side to side. `triangle`: from the root to the left edge, to the right edge and back. `circle`: round,
 * with the root at its lowest point.
 */
export const weavePatterns = ['zigzag', 'triangle', 'circle'] as const;
export type WeavePattern = (typeof weavePatterns)[number];

/** A weave by lengths along the seam, metres: the bead does not depend on the speed. */
export interface Weave {
  readonly pattern: WeavePattern;
  readonly period: number;
  /** Distance of each edge from the middle of the seam. */
  readonly amplitude: number;
  /** Distance that the seam progresses while the wire is at an edge. */
  readonly leftDwell: number;
  readonly rightDwell: number;
}

/** Place of the wire beside the seam, metres: to the left of the direction of travel, and away from the workpiece. */
export interface WeaveOffset {
  readonly lateral: number;
  readonly height: number;
}

/** Maximum dwell at one edge, as a share of the period. */
export const maxDwellShare = 0.25;
/** Half of the share of the period in which a corner is rounded. */
const rounding = 1 / 16;
/** Share of the period that the wire stays at each corner at least, so that a rounded corner reaches its place. */
const shortestStay = 2 * rounding;
/** Share of the period in which a weave begins at the start of the seam, and ends at its end. */
const fadeShare = 0.5;
/** Maximum slope and bend of the quintic fade from 0 to 1. */
const fadeSlope = 1.875;
const fadeBend = 5.7736;

interface Corner extends WeaveOffset {
  readonly phase: number;
}

/** A weave along a seam of a certain length, with the period adjusted to a whole number of periods. */
export class WeaveAlongSeam {
  /** Adjusted period, metres. */
  readonly period: number;
  readonly #weave: Weave;
  readonly #length: number;
  readonly #corners: readonly Corner[];

  constructor(weave: Weave, seamLength: number) {
    this.#weave = weave;
    this.#length = seamLength;
    this.period = seamLength / Math.max(1, Math.round(seamLength / weave.period));
    this.#corners = listCorners(weave, this.period);
  }

  /** Returns the offset at a distance along the seam; none at both of its ends. Continuous up to its curvature. */
  offsetAt(distance: number): WeaveOffset {
    const phase = distance / this.period;
    const fade = this.#fadeAt(distance);
    const { lateral, height } = this.#weave.pattern === 'circle' ? this.#circleAt(phase) : this.#pathAt(phase % 1);
    return { lateral: fade * lateral, height: fade * height };
  }

  /** Returns a bound on the second derivative of the offset by the distance, 1/m. */
  get maxBend(): number {
    const { amplitude } = this.#weave;
    const fadeLength = fadeShare * this.period;
    const { slope, bend } = this.#bounds();
    const size = 2 * amplitude;
    return (
      bend / this.period ** 2 +
      (2 * fadeSlope * slope) / (fadeLength * this.period) +
      (fadeBend * size) / fadeLength ** 2
    );
  }

  /** Returns bounds on slope and bend by the phase. */
  #bounds(): { readonly slope: number; readonly bend: number } {
    const { amplitude, pattern } = this.#weave;
    const turn = 2 * Math.PI;
    if (pattern === 'circle') return { slope: turn * amplitude, bend: turn ** 2 * amplitude };
    const slopes = this.#corners.slice(1).map((corner, index) => slopeBetween(this.#corners[index] ?? corner, corner));
    const steepest = Math.max(...slopes.map(({ lateral, height }) => Math.hypot(lateral, height)));
    return { slope: steepest, bend: steepest / rounding };
  }

  #circleAt(phase: number): WeaveOffset {
    const { amplitude } = this.#weave;
    const angle = 2 * Math.PI * phase;
    return { lateral: amplitude * Math.sin(angle), height: amplitude * (1 - Math.cos(angle)) };
  }

  /** Straight from corner to corner, with each corner rounded by the mean over its surroundings. */
  #pathAt(phase: number): WeaveOffset {
    let [lateral, height] = [0, 0];
    for (const [index, corner] of this.#corners.entries()) {
      const next = this.#corners[index + 1];
      if (!next) break;
      if (phase >= corner.phase && phase < next.phase) {
        const share = (phase - corner.phase) / (next.phase - corner.phase);
        lateral += corner.lateral + share * (next.lateral - corner.lateral);
        height += corner.height + share * (next.height - corner.height);
      }
      const before = this.#corners[index - 1];
      const rest = rounding - Math.abs(phase - corner.phase);
      if (!before || rest <= 0) continue;
      const bulge = rest ** 3 / (6 * rounding ** 2);
      const into = slopeBetween(before, corner);
      const out = slopeBetween(corner, next);
      lateral += bulge * (out.lateral - into.lateral);
      height += bulge * (out.height - into.height);
    }
    return { lateral, height };
  }

  #fadeAt(distance: number): number {
    const fadeLength = fadeShare * this.period;
    const share = Math.min(distance, this.#length - distance) / fadeLength;
    if (share >= 1) return 1;
    return share <= 0 ? 0 : share ** 3 * (10 + share * (6 * share - 15));
  }
}

/** Returns the corners of one period. It begins and ends at the same place, in the middle of a straight part. */
function listCorners({ pattern, amplitude, leftDwell, rightDwell }: Weave, period: number): readonly Corner[] {
  const stay = (dwell: number) => Math.max(shortestStay, Math.min(maxDwellShare, dwell / period));
  const [left, right] = [stay(leftDwell), stay(rightDwell)];
  if (pattern === 'triangle') {
    const way = (1 - shortestStay - left - right) / 3;
    const root = shortestStay / 2;
    const corners = [
      { phase: 0, lateral: 0, height: 0 },
      { phase: root, lateral: 0, height: 0 },
      { phase: root + way, lateral: amplitude, height: amplitude },
      { phase: root + way + left, lateral: amplitude, height: amplitude },
      { phase: root + 2 * way + left, lateral: -amplitude, height: amplitude },
      { phase: root + 2 * way + left + right, lateral: -amplitude, height: amplitude },
      { phase: 1 - root, lateral: 0, height: 0 },
      { phase: 1, lateral: 0, height: 0 },
    ];
    return corners;
  }
  const way = (1 - left - right) / 2;
  return [
    { phase: 0, lateral: 0, height: 0 },
    { phase: way / 2, lateral: amplitude, height: 0 },
    { phase: way / 2 + left, lateral: amplitude, height: 0 },
    { phase: (3 * way) / 2 + left, lateral: -amplitude, height: 0 },
    { phase: (3 * way) / 2 + left + right, lateral: -amplitude, height: 0 },
    { phase: 1, lateral: 0, height: 0 },
  ];
}

/** Returns the change of the offset by the phase. */
function slopeBetween(from: Corner, to: Corner): WeaveOffset {
  const span = to.phase - from.phase;
  return { lateral: (to.lateral - from.lateral) / span, height: (to.height - from.height) / span };
}
