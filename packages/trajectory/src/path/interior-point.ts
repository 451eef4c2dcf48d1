import { BandMatrix } from './band.ts';
import type { RateProblem } from './rate-problem.ts';
import { rowValue, scaleInside, timeOf } from './rate-problem.ts';
import type { ConstraintGroup, Side } from './sides.ts';
import { addTo, evaluate, evaluateStep, makeGroup, pairSum, takeForces, takeResiduals, takeSteps } from './sides.ts';

/** Relative time reduction at which the iteration ends. */
const OPTIMALITY = 8e-4;
/** Largest share of its limit by which any constraint may be missed at the end. */
const FEASIBILITY = 1e-4;
const TO_BOUNDARY = 0.99;
const LEAST_CENTRING = 0.1;
const FIRST_COMPLEMENTARITY = 10;

/**
 * Minimises the time with a primal-dual interior-point method (Mehrotra's predictor and corrector) from the shape of
 * `guess`. Every constraint touches three neighbouring coefficients, so a step costs one factorisation of five
 * diagonals. The bound 1/√b of the jerk is convex and therefore on the wrong side; leaving its curvature out of the
 * Hessian keeps the steps descending. Returns the fastest coefficients found that keep every constraint; at worst a
 * slowed-down guess.
 */
export function minimiseTime(problem: RateProblem, guess: Float64Array, iterations: number): Float64Array {
  return new InteriorPoint(problem, guess).run(iterations);
}

class InteriorPoint {
  private readonly problem: RateProblem;
  private readonly c: Float64Array;
  private readonly step: Float64Array;
  private readonly gradient: Float64Array;
  /** Gradient of the Lagrangian: zero at the optimum. */
  private readonly dual: Float64Array;
  private readonly matrix: BandMatrix;
  private readonly groups: readonly ConstraintGroup[];
  /** Sides of all groups. */
  private readonly sides: readonly Side[];
  private readonly count: number;
  private readonly timeUnit: number;
  private readonly best: Float64Array;
  private bestTime: number;

  constructor(problem: RateProblem, guess: Float64Array) {
    const { size, ceilings, accelerations, jerks, jerkRates } = problem;
    this.problem = problem;
    this.best = scaleInside(problem, guess);
    this.bestTime = timeOf(problem, this.best);
    this.c = Float64Array.from(this.best);
    this.timeUnit = this.bestTime;
    this.step = new Float64Array(size);
    this.gradient = new Float64Array(size);
    this.dual = new Float64Array(size);
    this.matrix = new BandMatrix(size);
    this.groups = [
      makeGroup(ceilings, undefined, [1]),
      makeGroup(accelerations, undefined, [1, -1]),
      makeGroup(jerks, jerkRates, [1, -1]),
    ];
    this.sides = this.groups.flatMap(({ sides }) => sides);
    this.count = this.sides.reduce((sum, { slack }) => sum + slack.length, 0);
    for (const group of this.groups) this.startGroup(group);
  }

  run(iterations: number): Float64Array {
    for (let iteration = 0; iteration < iterations; iteration++) {
      const missed = this.measureMissed();
      const time = timeOf(this.problem, this.c);
      // The time is not a number or a rate has vanished: return the result found before.
      if (!(time > 0 && missed < Number.POSITIVE_INFINITY)) break;
      if (missed <= FEASIBILITY && time < this.bestTime) {
        this.best.set(this.c);
        this.bestTime = time;
      }
      this.factorise();
      const gap = pairSum(this.groups, 0, 0);
      const unsettled = Math.max(gap, this.dualResidual()) * this.timeUnit;
      if (missed <= FEASIBILITY && unsettled <= OPTIMALITY * time) break;
      this.iterate(gap);
    }
    return this.best;
  }

  private startGroup(group: ConstraintGroup): void {
    evaluate(group, this.c);
    for (const { sign, slack, multiplier } of group.sides) {
      for (let i = 0; i < slack.length; i++) {
        const room = (group.bound[i] ?? 0) - sign * (group.value[i] ?? 0);
        slack[i] = room;
        multiplier[i] = FIRST_COMPLEMENTARITY / this.count / room;
      }
    }
  }

  /** Updates all residuals. Returns by what share of its bound the worst constraint is missed. */
  private measureMissed(): number {
    let worst = 0;
    for (const group of this.groups) {
      evaluate(group, this.c);
      worst = Math.max(worst, takeResiduals(group));
    }
    return worst;
  }

  /** Takes the predictor step, then the corrected and centred step. */
  private iterate(gap: number): void {
    for (const { correction } of this.sides) correction.fill(0);
    this.direct(0);
    const predicted = pairSum(this.groups, this.longestPrimal(), this.longestDual());
    for (const { correction, slackStep, multiplierStep } of this.sides) {
      for (let i = 0; i < correction.length; i++) correction[i] = (slackStep[i] ?? 0) * (multiplierStep[i] ?? 0);
    }
    const centring = Math.min(1, Math.max(LEAST_CENTRING, (predicted / gap) ** 3));
    this.direct((centring * gap) / this.count);
    this.advance(TO_BOUNDARY * this.longestPrimal(), TO_BOUNDARY * this.longestDual());
  }

  /** Returns the remaining gradient of the Lagrangian, relative to the coefficients. */
  private dualResidual(): number {
    let sum = 0;
    for (let k = 0; k < this.dual.length; k++) sum += Math.abs((this.dual[k] ?? 0) * (this.c[k] ?? 0));
    return sum;
  }

  /** Computes the gradients and the factored Hessian of the problem with slacks and multipliers eliminated. */
  private factorise(): void {
    const { problem, matrix, gradient, dual, c } = this;
    matrix.clear();
    gradient.fill(0);
    for (let row = 0; row < problem.times.count; row++) {
      const b = rowValue(problem.times, row, c);
      const slope = (-0.5 * (problem.weights[row] ?? 0)) / (this.timeUnit * b * Math.sqrt(b));
      addTo(gradient, problem.times, row, slope);
      matrix.addSquare(problem.times, row, (-1.5 * slope) / b);
    }
    dual.set(gradient);
    for (const group of this.groups) this.addGroup(group);
    matrix.factor();
  }

  /** Adds a group's multipliers to the dual and its curvature to the matrix. */
  private addGroup({ rows, rates, sides, boundSlope }: ConstraintGroup): void {
    const { matrix, dual } = this;
    const [upper, lower] = sides;
    for (let i = 0; i < rows.count; i++) {
      const above = upper?.multiplier[i] ?? 0;
      const below = lower?.multiplier[i] ?? 0;
      const weightAbove = above / (upper?.slack[i] ?? 1);
      const weightBelow = below / (lower?.slack[i] ?? 1);
      matrix.addSquare(rows, i, weightAbove + weightBelow);
      addTo(dual, rows, i, above - below);
      if (rates === undefined) continue;
      const slope = boundSlope[i] ?? 0;
      matrix.addSquare(rates, i, (weightAbove + weightBelow) * slope * slope);
      matrix.addMixed(rows, rates, i, (weightBelow - weightAbove) * slope);
      addTo(dual, rates, i, -slope * (above + below));
    }
  }

  /** Computes the Newton step towards complementarity `centre` of every pair. */
  private direct(centre: number): void {
    const { step, gradient } = this;
    for (let k = 0; k < step.length; k++) step[k] = -(gradient[k] ?? 0);
    for (const { rows, rates, sides, boundSlope } of this.groups) {
      for (const side of sides) takeForces(side, centre);
      const [upper, lower] = sides;
      for (let i = 0; i < rows.count; i++) {
        const above = upper?.force[i] ?? 0;
        const below = lower?.force[i] ?? 0;
        addTo(step, rows, i, below - above);
        if (rates !== undefined) addTo(step, rates, i, (boundSlope[i] ?? 0) * (above + below));
      }
    }
    this.matrix.solve(step);
    for (const group of this.groups) {
      evaluateStep(group, step);
      for (const side of group.sides) takeSteps(side, group, centre);
    }
  }

  /**
   * Returns the longest step, at most 1, that keeps all slacks positive and every coefficient above 0.3 of its value:
   * with positive coefficients the rate is positive everywhere.
   */
  private longestPrimal(): number {
    let longest = 1;
    for (const { slack, slackStep } of this.sides) longest = Math.min(longest, longestStep(slack, slackStep));
    for (let k = 0; k < this.c.length; k++) {
      const fall = -(this.step[k] ?? 0);
      if (fall > 0) longest = Math.min(longest, (0.7 * (this.c[k] ?? 0)) / fall);
    }
    return longest;
  }

  private longestDual(): number {
    return Math.min(...this.sides.map(({ multiplier, multiplierStep }) => longestStep(multiplier, multiplierStep)));
  }

  private advance(primal: number, dual: number): void {
    moveBy(this.c, this.step, primal);
    for (const { slack, multiplier, slackStep, multiplierStep } of this.sides) {
      moveBy(slack, slackStep, primal);
      moveBy(multiplier, multiplierStep, dual);
    }
  }
}

/** Returns the longest step, at most 1, that keeps all values positive. */
function longestStep(values: Float64Array, steps: Float64Array): number {
  let longest = 1;
  for (let i = 0; i < values.length; i++) {
    const step = steps[i] ?? 0;
    if (step < 0) longest = Math.min(longest, -(values[i] ?? 0) / step);
  }
  return longest;
}

function moveBy(values: Float64Array, steps: Float64Array, length: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + length * (steps[i] ?? 0);
}
