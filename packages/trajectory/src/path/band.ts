import type { Rows } from './rate-problem.ts';

/** A symmetric positive definite matrix of five diagonals, gathered from rows of three and factored as LDLᵀ in place. */
export class BandMatrix {
  private readonly main: Float64Array;
  private readonly near: Float64Array;
  private readonly far: Float64Array;

  constructor(size: number) {
    this.main = new Float64Array(size);
    this.near = new Float64Array(size);
    this.far = new Float64Array(size);
  }

  clear(): void {
    this.main.fill(0);
    this.near.fill(0);
    this.far.fill(0);
  }

  /** Adds factor · row·rowᵀ. */
  addSquare(rows: Rows, row: number, factor: number): void {
    const i = 3 * row;
    const a = rows.coefficients[i] ?? 0;
    const b = rows.coefficients[i + 1] ?? 0;
    const c = rows.coefficients[i + 2] ?? 0;
    this.addBlock(rows.starts[row] ?? 0, factor * a, factor * b, factor * c, a, b, c);
  }

  /** Adds factor · (row·otherᵀ + other·rowᵀ), both of the same start. */
  addMixed(rows: Rows, others: Rows, row: number, factor: number): void {
    const i = 3 * row;
    const half = factor;
    const a = rows.coefficients[i] ?? 0;
    const b = rows.coefficients[i + 1] ?? 0;
    const c = rows.coefficients[i + 2] ?? 0;
    const p = others.coefficients[i] ?? 0;
    const q = others.coefficients[i + 1] ?? 0;
    const r = others.coefficients[i + 2] ?? 0;
    const k = rows.starts[row] ?? 0;
    const { main, near, far } = this;
    main[k] = (main[k] ?? 0) + 2 * half * a * p;
    main[k + 1] = (main[k + 1] ?? 0) + 2 * half * b * q;
    main[k + 2] = (main[k + 2] ?? 0) + 2 * half * c * r;
    near[k] = (near[k] ?? 0) + half * (a * q + b * p);
    near[k + 1] = (near[k + 1] ?? 0) + half * (b * r + c * q);
    far[k] = (far[k] ?? 0) + half * (a * r + c * p);
  }

  private addBlock(k: number, u0: number, u1: number, u2: number, a: number, b: number, c: number): void {
    const { main, near, far } = this;
    main[k] = (main[k] ?? 0) + u0 * a;
    main[k + 1] = (main[k + 1] ?? 0) + u1 * b;
    main[k + 2] = (main[k + 2] ?? 0) + u2 * c;
    near[k] = (near[k] ?? 0) + u0 * b;
    near[k + 1] = (near[k + 1] ?? 0) + u1 * c;
    far[k] = (far[k] ?? 0) + u0 * c;
  }

  factor(): void {
    const { main, near, far } = this;
    const n = main.length;
    for (let i = 0; i < n; i++) {
      const pivot = main[i] ?? 1;
      const l1 = (near[i] ?? 0) / pivot;
      const l2 = (far[i] ?? 0) / pivot;
      if (i + 1 < n) {
        main[i + 1] = (main[i + 1] ?? 0) - l1 * (near[i] ?? 0);
        near[i + 1] = (near[i + 1] ?? 0) - l1 * (far[i] ?? 0);
      }
      if (i + 2 < n) main[i + 2] = (main[i + 2] ?? 0) - l2 * (far[i] ?? 0);
      near[i] = l1;
      far[i] = l2;
    }
  }

  /** Replaces the right side `x` by the solution, after {@link factor}. */
  solve(x: Float64Array): void {
    const { main, near, far } = this;
    const n = main.length;
    for (let i = 0; i < n; i++) {
      if (i + 1 < n) x[i + 1] = (x[i + 1] ?? 0) - (near[i] ?? 0) * (x[i] ?? 0);
      if (i + 2 < n) x[i + 2] = (x[i + 2] ?? 0) - (far[i] ?? 0) * (x[i] ?? 0);
    }
    for (let i = n - 1; i >= 0; i--) {
      x[i] = (x[i] ?? 0) / (main[i] ?? 1) - (near[i] ?? 0) * (x[i + 1] ?? 0) - (far[i] ?? 0) * (x[i + 2] ?? 0);
    }
  }
}
