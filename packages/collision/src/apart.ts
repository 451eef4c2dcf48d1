import type { RobotModel } from './robot-model.ts';

/** Maximum number of boxes examined before a proof is given up: a few dozen microseconds. */
const maximumPlaces = 1000;
const maximumDepth = 48;

/**
 * Proves that two balls of the arm, each fixed to a body, stay more than `needed` apart between the joint limits. The
 * last axis between them sweeps the later centre around a circle whose distance is known in closed form; the others are
 * cut into boxes, within which the distance changes by at most reach times angle.
 */
export class ApartProver {
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly stack: Float64Array;
  private readonly point = new Float64Array(3);
  private readonly model: RobotModel;
  private readonly lower: ArrayLike<number>;
  private readonly upper: ArrayLike<number>;

  constructor(model: RobotModel, lower: ArrayLike<number>, upper: ArrayLike<number>) {
    this.model = model;
    this.lower = lower;
    this.upper = upper;
    this.low = new Float64Array(model.dof);
    this.high = new Float64Array(model.dof);
    this.stack = new Float64Array(maximumDepth * 2 * model.dof);
  }

  /**
   * Proves that two balls, the first on the earlier body, stay apart. Returns false also when the proof would take too
   * long.
   */
  prove(first: number, second: number, needed: number): boolean {
    const { model, low, high, lower, upper } = this;
    const from = model.spheres.body[first] ?? 0;
    const to = model.spheres.body[second] ?? 0;
    for (let axis = from; axis < to - 1; axis += 1) {
      low[axis] = lower[axis] ?? -Math.PI;
      high[axis] = Math.min(upper[axis] ?? Math.PI, (low[axis] ?? 0) + 2 * Math.PI);
    }
    let depth = 0;
    for (let place = 0; place < maximumPlaces; place += 1) {
      const distance = this.measureAtCenter(first, second, from, to);
      if (distance <= needed) return false;
      const widest = this.findWidest(second, from, to);
      if (widest.change < distance - needed) {
        if (depth === 0) return true;
        depth -= 1;
        this.restore(depth, from, to);
        continue;
      }
      if (depth === maximumDepth) return false;
      const middle = ((low[widest.axis] ?? 0) + (high[widest.axis] ?? 0)) / 2;
      const end = high[widest.axis] ?? 0;
      low[widest.axis] = middle;
      this.save(depth, from, to);
      depth += 1;
      low[widest.axis] = 2 * middle - end;
      high[widest.axis] = middle;
    }
    return false;
  }

  /**
   * Returns the maximum change of distance from the centre of the box to any point in it, and the axis that contributes
   * most.
   */
  private findWidest(second: number, from: number, to: number): { change: number; axis: number } {
    const { reach } = this.model.spheres;
    let change = 0;
    let most = -1;
    let widest = from;
    for (let axis = from; axis < to - 1; axis += 1) {
      const share =
        ((this.high[axis] ?? 0) - (this.low[axis] ?? 0)) * 0.5 * (reach[second * this.model.dof + axis] ?? 0);
      change += share;
      if (share <= most) continue;
      most = share;
      widest = axis;
    }
    return { change, axis: widest };
  }

  private save(depth: number, from: number, to: number): void {
    const base = depth * 2 * this.model.dof;
    for (let axis = from; axis < to; axis += 1) {
      this.stack[base + 2 * axis] = this.low[axis] ?? 0;
      this.stack[base + 2 * axis + 1] = this.high[axis] ?? 0;
    }
  }

  private restore(depth: number, from: number, to: number): void {
    const base = depth * 2 * this.model.dof;
    for (let axis = from; axis < to; axis += 1) {
      this.low[axis] = this.stack[base + 2 * axis] ?? 0;
      this.high[axis] = this.stack[base + 2 * axis + 1] ?? 0;
    }
  }

  /**
   * Measures from the first centre to the circle of the second about its last axis, with the axes before at the box's
   * centre.
   */
  private measureAtCenter(first: number, second: number, from: number, to: number): number {
    const { balls } = this.model.spheres;
    const { point, low, high } = this;
    for (let axis = 0; axis < 3; axis += 1) point[axis] = balls[first * 4 + axis] ?? 0;
    for (let axis = from; axis < to; axis += 1) {
      this.carry(axis);
      if (axis === to - 1) break;
      const angle = -((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
      const [x, y] = [point[0] ?? 0, point[1] ?? 0];
      point[0] = x * Math.cos(angle) - y * Math.sin(angle);
      point[1] = x * Math.sin(angle) + y * Math.cos(angle);
    }
    const radial = Math.hypot(point[0] ?? 0, point[1] ?? 0);
    const circle = Math.hypot(balls[second * 4] ?? 0, balls[second * 4 + 1] ?? 0);
    return Math.hypot(radial - circle, (point[2] ?? 0) - (balls[second * 4 + 2] ?? 0));
  }

  /** Converts the point to the next body's frame, its axis at zero. */
  private carry(axis: number): void {
    const { steps } = this.model;
    const { point } = this;
    const s = axis * 12;
    const x = (point[0] ?? 0) - (steps[s + 3] ?? 0);
    const y = (point[1] ?? 0) - (steps[s + 7] ?? 0);
    const z = (point[2] ?? 0) - (steps[s + 11] ?? 0);
    for (let row = 0; row < 3; row += 1) {
      point[row] = (steps[s + row] ?? 0) * x + (steps[s + 4 + row] ?? 0) * y + (steps[s + 8 + row] ?? 0) * z;
    }
  }
}
