import { toObstacle, transformInto } from './core.ts';
import { createProbe, evaluateField } from './field.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import type { Part } from './parts.ts';

/** Accuracy at which the search along a capsule ends, metres. */
const tolerance = 1e-7;
const maximumRounds = 24;

/** One end of the bracket along the segment: its position, distance, slope and gradient. */
class Tangent {
  at = 0;
  value = 0;
  slope = 0;
  readonly gradient = new Float64Array(3);

  copy(other: Tangent): void {
    this.at = other.at;
    this.value = other.value;
    this.slope = other.slope;
    this.gradient.set(other.gradient);
  }
}

/** Computes the signed gap between spheres or capsules and convex obstacles. */
export class SegmentSolver {
  private readonly ends = new Float64Array(6);
  private readonly world = new Float64Array(3);
  private readonly field = createProbe();
  private readonly low = new Tangent();
  private readonly high = new Tangent();
  private readonly probe = new Tangent();

  /**
   * Returns the gap, never overestimated and within 1e-7 m of the true one. The distance to a convex body is convex
   * along the segment, so the tangents at both ends of a bracket meet at a lower bound. Writes an affine lower bound of
   * the obstacle's signed distance (world, x y z constant) that proves the gap to `plane`.
   */
  measure(
    part: Part,
    frames: Float64Array,
    offset: number,
    obstacles: ObstacleSet,
    slot: number,
    plane: Float64Array,
  ): number {
    const { low, high, probe } = this;
    this.placeEnds(part, frames, offset, obstacles, slot);
    this.touch(low, obstacles, slot, 0);
    if (part.points.length === 3 || low.slope >= 0) {
      this.writePlane(low, low, 1, obstacles, slot, plane);
      return low.value - part.radius;
    }
    this.touch(high, obstacles, slot, 1);
    if (high.slope <= 0) {
      this.writePlane(high, high, 1, obstacles, slot, plane);
      return high.value - part.radius;
    }
    let bound = 0;
    for (let round = 0; round < maximumRounds; round += 1) {
      const t = (high.value - high.slope * high.at - low.value + low.slope * low.at) / (low.slope - high.slope);
      bound = low.value + low.slope * (t - low.at);
      this.touch(probe, obstacles, slot, t);
      if (probe.value - bound < tolerance) break;
      if (probe.slope < 0) low.copy(probe);
      else high.copy(probe);
      if (probe.slope === 0) {
        low.copy(probe);
        bound = probe.value;
        break;
      }
    }
    const share = low.slope === high.slope ? 1 : high.slope / (high.slope - low.slope);
    this.writePlane(low, high, share, obstacles, slot, plane);
    return bound - part.radius;
  }

  private placeEnds(part: Part, frames: Float64Array, offset: number, obstacles: ObstacleSet, slot: number): void {
    const { points } = part;
    const { world, ends } = this;
    for (let end = 0; end < 2; end += 1) {
      const p = end === 0 ? 0 : points.length - 3;
      transformInto(frames, offset, points[p] ?? 0, points[p + 1] ?? 0, points[p + 2] ?? 0, world, 0);
      const o = slot * obstacleStride;
      toObstacle(obstacles.data, o, world[0] ?? 0, world[1] ?? 0, world[2] ?? 0, ends, end * 3);
    }
  }

  private touch(tangent: Tangent, obstacles: ObstacleSet, slot: number, t: number): void {
    const { ends, field } = this;
    const { gradient } = tangent;
    const dx = (ends[3] ?? 0) - (ends[0] ?? 0);
    const dy = (ends[4] ?? 0) - (ends[1] ?? 0);
    const dz = (ends[5] ?? 0) - (ends[2] ?? 0);
    field[0] = (ends[0] ?? 0) + dx * t;
    field[1] = (ends[1] ?? 0) + dy * t;
    field[2] = (ends[2] ?? 0) + dz * t;
    evaluateField(obstacles, slot, field);
    const gx = field[4] ?? 0;
    const gy = field[5] ?? 0;
    const gz = field[6] ?? 0;
    gradient[0] = gx;
    gradient[1] = gy;
    gradient[2] = gz;
    tangent.at = t;
    tangent.value = field[3] ?? 0;
    tangent.slope = gx * dx + gy * dy + gz * dz;
  }

  /** Mixes both tangents so that the bound is level along the segment. */
  private writePlane(
    low: Tangent,
    high: Tangent,
    share: number,
    obstacles: ObstacleSet,
    slot: number,
    plane: Float64Array,
  ): void {
    const { data } = obstacles;
    const o = slot * obstacleStride;
    const mix = (axis: number) => (low.gradient[axis] ?? 0) * share + (high.gradient[axis] ?? 0) * (1 - share);
    const [gx, gy, gz] = [mix(0), mix(1), mix(2)];
    const constant = this.constantOf(low) * share + this.constantOf(high) * (1 - share);
    const nx = (data[o] ?? 0) * gx + (data[o + 3] ?? 0) * gy + (data[o + 6] ?? 0) * gz;
    const ny = (data[o + 1] ?? 0) * gx + (data[o + 4] ?? 0) * gy + (data[o + 7] ?? 0) * gz;
    const nz = (data[o + 2] ?? 0) * gx + (data[o + 5] ?? 0) * gy + (data[o + 8] ?? 0) * gz;
    plane[0] = nx;
    plane[1] = ny;
    plane[2] = nz;
    plane[3] = constant - (nx * (data[o + 9] ?? 0) + ny * (data[o + 10] ?? 0) + nz * (data[o + 11] ?? 0));
  }

  /** Returns the tangent's value at the origin of the obstacle's frame. */
  private constantOf({ at, value, gradient }: Tangent): number {
    const { ends } = this;
    let constant = value;
    for (let axis = 0; axis < 3; axis += 1) {
      const start = ends[axis] ?? 0;
      constant -= (gradient[axis] ?? 0) * (start + ((ends[axis + 3] ?? 0) - start) * at);
    }
    return constant;
  }
}
