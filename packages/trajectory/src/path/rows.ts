import type { MotionLimits } from '../limits.ts';
import type { GeometricPath, PathDerivatives } from './geometric-path.ts';
import { createDerivatives } from './geometric-path.ts';
import type { Grid } from './grid.ts';
import { shapeAt } from './grid.ts';
import type { RateProblem, Rows } from './rate-problem.ts';
import type { SplineWeights } from './rate-spline.ts';
import { RateSpline } from './rate-spline.ts';
import type { ToolTravel } from './tool-travel.ts';
import type { LimitZone } from './zones.ts';

/** Derivatives of one quantity along the path with respect to x. */
interface Derivatives {
  readonly first: number;
  readonly second: number;
  readonly third: number;
}

/** Positions of the rows in an interval. The jerk jumps at the knots, so it is limited at both ends. */
const SAMPLES = [0, 0.5, 1];
/**
 * Positions in the first and last interval, where the path's derivatives vanish at one end: dense, because b would
 * otherwise evade the limits.
 */
const END_SAMPLES = [0, 0.2, 0.4, 0.6, 0.8, 1];
const END_TIMES = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];

class RowBuilder {
  private readonly starts: number[] = [];
  private readonly coefficients: number[] = [];

  push(start: number, [a, b, c]: SplineWeights): void {
    this.starts.push(start);
    this.coefficients.push(a, b, c);
  }

  build(): Rows {
    return {
      count: this.starts.length,
      starts: Int32Array.from(this.starts),
      coefficients: Float64Array.from(this.coefficients),
    };
  }
}

/** Collects the rows of a timing problem interval by interval. */
class ProblemBuilder {
  readonly ceilings = new RowBuilder();
  readonly accelerations = new RowBuilder();
  readonly jerks = new RowBuilder();
  readonly jerkRates = new RowBuilder();

  constructor(private readonly spline: RateSpline) {}

  /** Adds a velocity: first²·b < v². */
  addSpeed(interval: number, u: number, first: number, v: number): void {
    const scale = (first / v) ** 2;
    if (scale > 0) this.ceilings.push(interval, scaled(this.spline.weightsAt(interval, u).value, scale));
  }

  /** Adds an acceleration: |second·b + first·b′/2| < a. */
  addAcceleration(interval: number, u: number, { first, second }: Omit<Derivatives, 'third'>, a: number): void {
    const { value, slope } = this.spline.weightsAt(interval, u);
    this.accelerations.push(interval, combine(value, second / a, slope, first / (2 * a)));
  }

  /** Adds a jerk: |third·b + 3/2·second·b′ + first·b″/2|·√b < j. */
  addJerk(interval: number, u: number, { first, second, third }: Derivatives, j: number): void {
    const { value, slope, bend } = this.spline.weightsAt(interval, u);
    const lower = combine(value, third / j, slope, (1.5 * second) / j);
    this.jerks.push(interval, combine(lower, 1, bend, first / (2 * j)));
    this.jerkRates.push(interval, value);
  }
}

/** A zone of limits with the travel of each of its tools. */
export interface TaskZone extends LimitZone {
  readonly travels: readonly ToolTravel[];
}

/** A path with its limits. */
export interface Task {
  readonly path: GeometricPath;
  readonly zones: readonly TaskZone[];
}

/** Share of each kind of limit that is used, or may be used, per interval. */
export interface LimitShares {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array;
  readonly tool: Float64Array;
}

/** Builds the timing problem of a path on a grid. */
export function buildRateProblem({ path, zones }: Task, grid: Grid, shares?: LimitShares): RateProblem {
  const spline = new RateSpline(grid.x);
  const builder = new ProblemBuilder(spline);
  const times = new RowBuilder();
  const weights: number[] = [];
  const at = createDerivatives(path.jointCount);
  grid.sections.forEach(({ span, zone: index }, interval) => {
    const zone = zones[index];
    if (zone === undefined) return;
    const from = grid.x[interval] ?? 0;
    const h = (grid.x[interval + 1] ?? 0) - from;
    const isEnd = interval === 0 || interval === spline.intervals - 1;
    for (const u of isEnd ? END_TIMES : [0.5]) {
      times.push(interval, spline.weightsAt(interval, u).value);
      weights.push(isEnd ? h / END_TIMES.length : h);
    }
    const share = (kind: keyof LimitShares) => shares?.[kind][interval] ?? 1;
    const allowed = { velocity: share('velocity'), acceleration: share('acceleration'), jerk: share('jerk') };
    // The acceleration at a knot belongs to the interval before it; where the limits change, also to the interval after
    // it.
    const isBorder = interval > 0 && grid.sections[interval - 1]?.zone !== index;
    for (const u of isEnd ? END_SAMPLES : SAMPLES) {
      const shape = evaluateAt(path, from + u * h, span, at);
      const place = { interval, u, span, holdsAcceleration: u > 0 || isBorder };
      addJoints(builder, place, zone.limits, allowed, at, shape);
      for (const tool of zone.travels) addTool(builder, place, tool, share('tool'), shape);
    }
  });
  const { ceilings, accelerations, jerks, jerkRates } = builder;
  return {
    size: spline.size,
    times: times.build(),
    weights: Float64Array.from(weights),
    ceilings: ceilings.build(),
    accelerations: accelerations.build(),
    jerks: jerks.build(),
    jerkRates: jerkRates.build(),
  };
}

/** Position of a row. */
interface Place {
  readonly interval: number;
  /** Fraction into the interval. */
  readonly u: number;
  readonly span: number;
  readonly holdsAcceleration: boolean;
}

function addJoints(
  builder: ProblemBuilder,
  { interval, u, holdsAcceleration }: Place,
  limits: MotionLimits,
  allowed: Omit<Readonly<Record<keyof LimitShares, number>>, 'tool'>,
  at: PathDerivatives,
  shape: Derivatives,
): void {
  let fastest = 0;
  // Along a straight line all joints' rows differ only in scale: the tightest ones are enough.
  const only = isStraight(at)
    ? { acceleration: tightest(at, limits.acceleration), jerk: tightest(at, limits.jerk) }
    : {};
  for (let joint = 0; joint < at.first.length; joint++) {
    const d = chain(at, joint, shape);
    fastest = Math.max(fastest, Math.abs(d.first) / (limits.velocity[joint] ?? 0));
    if (u !== 0.5 && (only.jerk ?? joint) === joint)
      builder.addJerk(interval, u, d, (limits.jerk[joint] ?? 0) * allowed.jerk);
    if (holdsAcceleration && (only.acceleration ?? joint) === joint)
      builder.addAcceleration(interval, u, d, (limits.acceleration[joint] ?? 0) * allowed.acceleration);
  }
  // All joints' velocity rows differ only in scale: the tightest one is enough.
  builder.addSpeed(interval, u, fastest, allowed.velocity);
}

function isStraight({ second, third }: PathDerivatives): boolean {
  return second.every((value) => value === 0) && third.every((value) => value === 0);
}

/** Returns the joint that moves by the largest share of its limit. */
function tightest({ first }: PathDerivatives, limits: readonly number[]): number {
  const shareOf = (joint: number) => Math.abs(first[joint] ?? 0) / (limits[joint] ?? 0);
  let most = 0;
  for (let joint = 1; joint < first.length; joint++) if (shareOf(joint) > shareOf(most)) most = joint;
  return most;
}

/** Adds the tool's limits. `share` applies to the tool's speed and therefore squared to its acceleration. */
function addTool(
  builder: ProblemBuilder,
  { interval, u, span, holdsAcceleration }: Place,
  tool: ToolTravel,
  share: number,
  shape: Derivatives & { readonly s: number },
): void {
  const travel = tool.derive(shape.s, span);
  const first = travel.first * shape.first;
  builder.addSpeed(interval, u, first, tool.speed * share);
  if (tool.acceleration === Number.POSITIVE_INFINITY || !holdsAcceleration) return;
  // Along and across the tool's path each component may use this part of the limit so that their sum keeps it.
  const part = tool.acceleration * Math.SQRT1_2 * share * share;
  const second = travel.second * shape.first * shape.first + travel.first * shape.second;
  builder.addAcceleration(interval, u, { first, second }, part);
  builder.addSpeed(interval, u, Math.sqrt(travel.turning) * shape.first, Math.sqrt(part));
}

/** Evaluates path and shape at x; the shape is scaled to the path's length. */
export function evaluateAt(path: GeometricPath, x: number, span: number, out: PathDerivatives) {
  const shape = shapeAt(x);
  const { length } = path;
  const s = shape.s * length;
  path.evaluate(s, out, span);
  return { s, first: shape.first * length, second: shape.second * length, third: shape.third * length };
}

function chain(at: PathDerivatives, joint: number, shape: Derivatives): Derivatives {
  const q1 = at.first[joint] ?? 0;
  const q2 = at.second[joint] ?? 0;
  const q3 = at.third[joint] ?? 0;
  const { first: s1, second: s2, third: s3 } = shape;
  return { first: q1 * s1, second: q2 * s1 * s1 + q1 * s2, third: q3 * s1 * s1 * s1 + 3 * q2 * s1 * s2 + q1 * s3 };
}

function scaled([a, b, c]: SplineWeights, factor: number): SplineWeights {
  return [a * factor, b * factor, c * factor];
}

function combine(a: SplineWeights, p: number, b: SplineWeights, q: number): SplineWeights {
  return [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
}
