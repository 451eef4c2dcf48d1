import { COEFFICIENTS_PER_JOINT, fitHermite } from './hermite.ts';
import type { Trajectory, TrajectoryPoint } from './trajectory.ts';
import { trajectoryJointCount } from './trajectory.ts';

/** Rounding left between two polynomials that meet, and in the bound itself: rad, and rad/s. */
const rounding = 1e-10;
/** Fastest backward motion, rad/s, at which a joint still counts as moving forward. */
const standing = 1e-9;

/** The second derivative of a quintic is a cubic, the first a quartic: its coefficients over one piece, lowest first. */
const scratch = new Float64Array(5);
const binomials = [
  [1, 1, 1, 1, 1],
  [0, 1, 2, 3, 4],
  [0, 0, 1, 3, 6],
  [0, 0, 0, 1, 4],
  [0, 0, 0, 0, 1],
] as const;

/**
 * Bounds how far a trajectory strays from the straight line in joint space between its positions at two times. Every
 * bound holds for the whole time between, not only for samples of it.
 *
 * A function that is 0 at both ends of h seconds never exceeds h²/8 times its largest second derivative. This is
 * applied to each joint's deviation from the chord: once with the chord passed evenly in time and, if the joint that
 * moves most never reverses, once with the chord passed at the pace of that joint. A straight move has no stray,
 * regardless of its speed.
 */
export class ChordStrays {
  /** Joint angles at the two times and each joint's maximum distance from the chord; rad. Overwritten by measure(). */
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly strays: Float64Array;
  private readonly points: readonly TrajectoryPoint[];
  private readonly joints: number;
  private readonly stride: number;
  /** Six coefficients per joint and piece, in the layout of fitHermite. */
  private readonly coefficients: Float64Array;
  private readonly evenly: Float64Array;

  constructor(trajectory: Trajectory) {
    this.points = trajectory.points;
    this.joints = trajectoryJointCount(trajectory);
    this.stride = this.joints * COEFFICIENTS_PER_JOINT;
    this.coefficients = new Float64Array(Math.max(0, this.points.length - 1) * this.stride);
    for (let piece = 0; piece + 1 < this.points.length; piece++) {
      const [from, to] = [this.points[piece], this.points[piece + 1]];
      const start = piece * this.stride;
      if (from && to) fitHermite(from, to, this.coefficients.subarray(start, start + this.stride));
    }
    [this.from, this.to, this.strays, this.evenly] = [this.create(), this.create(), this.create(), this.create()];
  }

  /** Writes from, to and strays for the time between two times, seconds; returns the sum of the strays, rad. */
  measure(start: number, end: number): number {
    const { joints, strays, evenly, from, to } = this;
    const first = this.findPiece(start);
    const last = this.findPiece(end);
    this.read(start, first, from);
    this.read(end, last, to);
    let lead = 0;
    for (let joint = 1; joint < joints; joint++) {
      if (Math.abs(this.wayOf(joint)) > Math.abs(this.wayOf(lead))) lead = joint;
    }
    const even = this.bound(start, end, first, last, undefined, evenly);
    const isLed = this.goesOn(start, end, first, last, lead);
    const led = isLed ? this.bound(start, end, first, last, lead, strays) : Number.POSITIVE_INFINITY;
    if (led <= even) return led;
    strays.set(evenly);
    return even;
  }

  private create(): Float64Array {
    return new Float64Array(this.joints);
  }

  private wayOf(joint: number): number {
    return (this.to[joint] ?? 0) - (this.from[joint] ?? 0);
  }

  private timeOf(point: number): number {
    return this.points[point]?.timeFromStart ?? 0;
  }

  /** Returns the piece that contains a time; the last one at the end. */
  private findPiece(time: number): number {
    let low = 0;
    let high = this.points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.timeOf(middle) <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  private read(time: number, piece: number, out: Float64Array): void {
    const s = time - this.timeOf(piece);
    for (let joint = 0; joint < this.joints; joint++) {
      const base = piece * this.stride + joint * COEFFICIENTS_PER_JOINT;
      let value = 0;
      for (let power = 5; power >= 0; power--) value = value * s + (this.coefficients[base + power] ?? 0);
      out[joint] = value;
    }
  }

  /** True if a joint always turns in the direction of its chord. */
  private goesOn(start: number, end: number, first: number, last: number, joint: number): boolean {
    const sign = Math.sign(this.wayOf(joint));
    if (sign === 0) return false;
    for (let piece = first; piece <= last; piece++) {
      const base = piece * this.stride + joint * COEFFICIENTS_PER_JOINT;
      for (let power = 0; power < 5; power++) {
        scratch[power] = sign * (power + 1) * (this.coefficients[base + power + 1] ?? 0);
      }
      this.cutPiece(piece, start, end, 4);
      for (let index = 0; index < 5; index++) if ((scratch[index] ?? 0) < -standing) return false;
    }
    return true;
  }

  /** Writes each joint's maximum distance from the chord, with `lead` setting the pace (time sets it when absent). */
  private bound(
    start: number,
    end: number,
    first: number,
    last: number,
    lead: number | undefined,
    out: Float64Array,
  ): number {
    const length = end - start;
    const way = lead === undefined ? 1 : this.wayOf(lead);
    let sum = 0;
    for (let joint = 0; joint < this.joints; joint++) {
      const share = lead === undefined ? 0 : this.wayOf(joint) / way;
      let largest = 0;
      for (let piece = first; piece <= last && joint !== lead; piece++) {
        const base = piece * this.stride;
        for (let power = 0; power < 4; power++) {
          const own = this.coefficients[base + joint * COEFFICIENTS_PER_JOINT + power + 2] ?? 0;
          const led = this.coefficients[base + (lead ?? 0) * COEFFICIENTS_PER_JOINT + power + 2] ?? 0;
          scratch[power] = (power + 2) * (power + 1) * (own - share * led);
        }
        this.cutPiece(piece, start, end, 3);
        for (let index = 0; index < 4; index++) largest = Math.max(largest, Math.abs(scratch[index] ?? 0));
      }
      out[joint] = (length * length * largest) / 8 + rounding + (rounding + standing) * length;
      sum += out[joint] ?? 0;
    }
    return sum;
  }

  /**
   * Turns the polynomial in `scratch` into its Bernstein coefficients over the part of a piece between two times: the
   * polynomial lies between the least and the largest of them, and meets the first and the last.
   */
  private cutPiece(piece: number, start: number, end: number, degree: number): void {
    const begin = this.timeOf(piece);
    const low = Math.max(start, begin) - begin;
    const width = Math.max(0, Math.min(end, this.timeOf(piece + 1)) - begin - low);
    // Taylor coefficients at `low`, by repeated division.
    for (let done = 0; done < degree; done++) {
      for (let power = degree - 1; power >= done; power--) {
        scratch[power] = (scratch[power] ?? 0) + low * (scratch[power + 1] ?? 0);
      }
    }
    let scale = 1;
    for (let power = 1; power <= degree; power++) {
      scale *= width;
      scratch[power] = ((scratch[power] ?? 0) * scale) / (binomials[power]?.[degree] ?? 1);
    }
    for (let index = degree; index > 0; index--) {
      let value = 0;
      for (let power = 0; power <= index; power++) value += (binomials[power]?.[index] ?? 0) * (scratch[power] ?? 0);
      scratch[index] = value;
    }
  }
}
