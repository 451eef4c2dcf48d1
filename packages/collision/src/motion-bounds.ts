import { transformInto } from './core.ts';
import type { Part } from './parts.ts';
import type { RobotModel } from './robot-model.ts';

/** Tolerance for rounding in positions and distances, metres. */
export const slack = 1e-9;

const ends = new Float64Array(6);

/**
 * Bounds how far any point of the arm can leave the chord between its positions at the ends of an interval, for one
 * straight joint-space motion, seen from body `from` of the arm (0: the world). A point's acceleration per unit of
 * motion is at most Σ turn(n) · (its distance from axis n) over the axes after `from`, and over a share s of the motion
 * it leaves the chord by at most that times s²/8.
 *
 * Joints that stray from the straight motion by up to stray(n) move a point of the arm by at most Σ stray(n) · (its
 * distance from axis n) more, however short the interval.
 */
export class MotionBounds {
  /** turn(n) seen from body f at [f · dof + n], and their running sums at [f · (dof + 1) + n]. */
  private readonly turns: Float64Array;
  private readonly sums: Float64Array;
  /** Share of the motion under test, and the factor that scales a bend to a deviation. */
  readonly interval = new Float64Array(2);
  private readonly angles: Float64Array;
  /** Maximum stray of each joint from the straight motion, rad, and the resulting shift of the requested nodes. */
  private readonly strays: Float64Array;
  private readonly shifts: Float64Array;
  private isStraight = true;
  /** Cached bends of this motion. */
  private readonly bends: Float64Array;
  private readonly stamps: Int32Array;
  private stamp = 0;
  private angleSum = 0;
  private readonly dof: number;
  private readonly model: RobotModel;

  constructor(model: RobotModel) {
    this.model = model;
    this.dof = model.dof;
    this.turns = new Float64Array((model.dof + 1) * model.dof);
    this.angles = new Float64Array(model.dof);
    this.strays = new Float64Array(model.dof);
    this.bends = new Float64Array(model.spheres.count * (model.dof + 1));
    this.shifts = new Float64Array(model.spheres.count * (model.dof + 1));
    this.stamps = new Int32Array(model.spheres.count * (model.dof + 1));
    this.sums = new Float64Array((model.dof + 1) * (model.dof + 1));
  }

  /**
   * Sets the motion to bound; returns the largest angle that a joint turns by, rad. `strays` is the maximum distance of
   * each joint from the straight motion, rad; zero when absent.
   */
  setMotion(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, strays?: Float64Array): number {
    const { turns, sums, dof } = this;
    let largest = 0;
    this.isStraight = strays === undefined;
    if (strays !== undefined) this.strays.set(strays);
    this.stamp = (this.stamp + 1) | 0;
    for (let seen = 0; seen < dof; seen += 1) {
      let before = 0;
      let sum = 0;
      for (let axis = seen; axis < dof; axis += 1) {
        const angle = Math.abs((to[toAt + axis] ?? 0) - (from[fromAt + axis] ?? 0));
        // The mixed derivative of a point by axes m ≤ n is at most its distance from axis n.
        const factor = angle * (angle + 2 * before);
        turns[seen * dof + axis] = factor;
        this.angles[axis] = angle;
        before += angle;
        sum += factor;
        sums[seen * (dof + 1) + axis + 1] = sum;
        if (angle > largest) largest = angle;
      }
      if (seen === 0) this.angleSum = before;
    }
    return largest;
  }

  /** Sets the share of the motion that the next tested intervals have. */
  setShare(share: number): void {
    this.interval[0] = share;
    this.interval[1] = share * share * 0.125;
  }

  /**
   * Returns the maximum deviation of a node's centre from its chord over the interval under test, seen from body
   * `from`; metres.
   */
  deviationOf(node: number, from: number): number {
    return (this.bends[this.findBend(node, from)] ?? 0) * (this.interval[1] ?? 0) + slack;
  }

  /**
   * Returns the maximum additional shift of a node's centre by straying joints, metres. Shorter intervals do not reduce
   * it: it must be kept clear, like a margin.
   */
  shiftOf(node: number, from: number): number {
    return this.isStraight ? 0 : (this.shifts[this.findBend(node, from)] ?? 0);
  }

  /** Returns the index of the bounds for a node's centre, computed once per motion. */
  private findBend(node: number, from: number): number {
    const { bends, stamps, stamp } = this;
    const key = node * (this.dof + 1) + from;
    if (stamps[key] === stamp) return key;
    const { turns, dof } = this;
    const { reach, body } = this.model.spheres;
    const last = body[node] ?? 0;
    const r = node * dof;
    const t = from * dof;
    let bend = 0;
    for (let axis = from; axis < last; axis += 1) bend += (turns[t + axis] ?? 0) * (reach[r + axis] ?? 0);
    bends[key] = bend;
    stamps[key] = stamp;
    if (this.isStraight) return key;
    let shift = 0;
    for (let axis = from; axis < last; axis += 1) shift += (this.strays[axis] ?? 0) * (reach[r + axis] ?? 0);
    this.shifts[key] = shift;
    return key;
  }

  /** Returns the maximum travel of a node's centre in the whole motion, seen from body `from`; metres. */
  travelOfNode(node: number, from: number): number {
    const { angles, dof } = this;
    const { reach, body } = this.model.spheres;
    const last = body[node] ?? 0;
    const r = node * dof;
    let travel = 0;
    for (let axis = from; axis < last; axis += 1) travel += (angles[axis] ?? 0) * (reach[r + axis] ?? 0);
    return travel;
  }

  /** Returns the additional deviation and shift of a point at `arm` metres from a node's centre on `body`. */
  deviationOfArm(arm: number, body: number, from: number): number {
    return arm * (this.sums[from * (this.dof + 1) + body] ?? 0) * (this.interval[1] ?? 0);
  }

  shiftOfArm(arm: number, body: number, from: number): number {
    if (this.isStraight) return 0;
    let turn = 0;
    for (let axis = from; axis < body; axis += 1) turn += this.strays[axis] ?? 0;
    return arm * turn;
  }

  /** Returns an upper bound of the travel of any core point of a part between the ends of the interval under test. */
  travelOf(part: Part, frames: Float64Array, from: number, to: number): number {
    const { points, discRadius } = part;
    let farthest = 0;
    for (let index = 0; index < points.length; index += 3) {
      const x = points[index] ?? 0;
      const y = points[index + 1] ?? 0;
      const z = points[index + 2] ?? 0;
      transformInto(frames, from, x, y, z, ends, 0);
      transformInto(frames, to, x, y, z, ends, 3);
      const dx = (ends[3] ?? 0) - (ends[0] ?? 0);
      const dy = (ends[4] ?? 0) - (ends[1] ?? 0);
      const dz = (ends[5] ?? 0) - (ends[2] ?? 0);
      const square = dx * dx + dy * dy + dz * dz;
      if (square > farthest) farthest = square;
    }
    return Math.sqrt(farthest) + discRadius * this.angleSum * (this.interval[0] ?? 1);
  }
}

/**
 * Returns the lowest point of the larger of two lines over an interval: the first from `a` at its start to `aFar` at
 * its end, the second from `bFar` at the start to `b` at the end.
 */
export function lowestOfTents(a: number, aFar: number, b: number, bFar: number): number {
  const fall = a - aFar;
  const rise = b - bFar;
  // A line that does not fall towards the other end has its minimum at its own end; the larger line counts.
  if (fall <= 0) return a;
  if (rise <= 0) return b;
  const t = (a - bFar) / (fall + rise);
  if (t <= 0) return a;
  if (t >= 1) return b;
  return a - fall * t;
}
