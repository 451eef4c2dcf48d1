import { solveLinear } from './linear.ts';
import { invertMatrix, type Matrix, multiplyTransposed, zeros } from './matrix.ts';

/** A least-squares problem whose residuals belong to views: each depends on the shared parameters and on those of its view. */
export interface ViewProblem {
  readonly shared: readonly number[];
  /** Parameters of each view; empty lists if there are none. */
  readonly locals: readonly (readonly number[])[];
  residualsAt(view: number, shared: readonly number[], local: readonly number[]): readonly number[];
  /** It ends when a round lowers the sum of squares by less than this share. Default 1e-10. */
  readonly precision?: number | undefined;
}

export interface ViewMinimum {
  readonly shared: readonly number[];
  readonly locals: readonly (readonly number[])[];
  /** Residuals of each view. */
  readonly residuals: readonly (readonly number[])[];
  /** Sum of squares. */
  readonly cost: number;
  /** Covariance of the shared parameters for residuals of variance 1; undefined if the views do not determine them. */
  readonly covariance: Matrix | undefined;
}

const maxRounds = 50;
const step = 1e-6;
const usualPrecision = 1e-10;
const maxDamping = 1e10;

interface Point {
  readonly shared: readonly number[];
  readonly locals: readonly (readonly number[])[];
  readonly residuals: readonly (readonly number[])[];
  readonly cost: number;
}

/** Normal equations of one view. */
interface ViewBlock {
  readonly own: Matrix;
  readonly cross: Matrix;
  readonly gradient: readonly number[];
}

interface Equations {
  readonly shared: Matrix;
  readonly gradient: readonly number[];
  readonly views: readonly ViewBlock[];
}

/** Finds the least sum of squares from a start nearby (Levenberg–Marquardt; the parameters of views are eliminated). */
export function minimizeViews(problem: ViewProblem): ViewMinimum {
  const { precision = usualPrecision } = problem;
  let point = evaluate(problem, problem.shared, problem.locals);
  let damping = 1e-4;
  let equations = linearize(problem, point);
  for (let round = 0; round < maxRounds; round += 1) {
    const before = point.cost;
    let next: Point | undefined;
    while (!next && damping < maxDamping) {
      const tried = advance(problem, point, equations, damping);
      next = tried && tried.cost < point.cost ? tried : undefined;
      damping *= next ? 0.1 : 10;
    }
    if (!next) break;
    point = next;
    equations = linearize(problem, point);
    if (before - point.cost <= precision * before) break;
  }
  return { ...point, covariance: covarianceOf(equations) };
}

function evaluate({ residualsAt }: ViewProblem, shared: Point['shared'], locals: Point['locals']): Point {
  const residuals = locals.map((local, view) => residualsAt(view, shared, local));
  const cost = residuals.reduce((sum, values) => values.reduce((inner, value) => inner + value * value, sum), 0);
  return { shared, locals, residuals, cost: Number.isNaN(cost) ? Number.POSITIVE_INFINITY : cost };
}

function advance(problem: ViewProblem, point: Point, equations: Equations, damping: number): Point | undefined {
  const reduced = reduce(equations, damping);
  if (!reduced) return undefined;
  const change = solveLinear(reduced.matrix, reduced.right);
  if (!change) return undefined;
  const shared = point.shared.map((value, index) => value - (change[index] ?? 0));
  const locals = point.locals.map((local, view) => {
    const block = equations.views[view];
    const inverse = reduced.inverses[view];
    if (!block || !inverse) return local;
    const rest = block.gradient.map(
      (value, row) => value - block.cross.reduce((sum, line, at) => sum + (line[row] ?? 0) * (change[at] ?? 0), 0),
    );
    return local.map((value, row) => value - dot(inverse[row] ?? [], rest));
  });
  return evaluate(problem, shared, locals);
}

/** Schur complement of the shared parameters. */
function reduce({ shared, gradient, views }: Equations, damping: number) {
  const matrix = damp(shared, damping);
  const right = [...gradient];
  const inverses: Matrix[] = [];
  for (const { own, cross, gradient: ofView } of views) {
    const inverse = own.length === 0 ? [] : invertMatrix(damp(own, damping));
    if (!inverse) return undefined;
    inverses.push(inverse);
    for (const [row, line] of cross.entries()) {
      const weighed = inverse.map((column) => dot(column, line));
      right[row] = (right[row] ?? 0) - dot(weighed, ofView);
      const target = matrix[row] ?? [];
      for (const [column, other] of cross.entries()) target[column] = (target[column] ?? 0) - dot(weighed, other);
    }
  }
  return { matrix, right, inverses };
}

function damp(matrix: Matrix, damping: number): number[][] {
  return matrix.map((row, at) => row.map((value, column) => (at === column ? value * (1 + damping) : value)));
}

function covarianceOf(equations: Equations): Matrix | undefined {
  const reduced = reduce(equations, 0);
  return reduced && invertMatrix(reduced.matrix);
}

function linearize(problem: ViewProblem, { shared, locals, residuals }: Point): Equations {
  const sum = zeros(shared.length, shared.length);
  const gradient = new Array<number>(shared.length).fill(0);
  const views = locals.map((local, view): ViewBlock => {
    const own = residuals[view] ?? [];
    const sharedColumns = derive(shared, (at) => problem.residualsAt(view, at, local));
    const localColumns = derive(local, (at) => problem.residualsAt(view, shared, at));
    for (const [row, column] of sharedColumns.entries()) {
      gradient[row] = (gradient[row] ?? 0) + dot(column, own);
      const line = sum[row] ?? [];
      for (const [at, other] of sharedColumns.entries()) line[at] = (line[at] ?? 0) + dot(column, other);
    }
    return {
      own: multiplyTransposed(localColumns, localColumns),
      cross: multiplyTransposed(sharedColumns, localColumns),
      gradient: localColumns.map((column) => dot(column, own)),
    };
  });
  return { shared: sum, gradient, views };
}

/** Derivatives of the residuals by each parameter. */
function derive(parameters: readonly number[], residualsAt: (parameters: readonly number[]) => readonly number[]) {
  return parameters.map((value, index) => {
    const by = step * Math.max(1, Math.abs(value));
    const above = residualsAt(parameters.with(index, value + by));
    const below = residualsAt(parameters.with(index, value - by));
    return above.map((residual, at) => (residual - (below[at] ?? 0)) / (2 * by));
  });
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
