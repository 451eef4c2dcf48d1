/**
 * Tests of the arm against one obstacle over an interval of a motion, between two placed configurations.
 *
 * A ball's centre stays near the chord between its ends (MotionBounds). Distance to a convex obstacle is a convex
 * function, so its tangents at points of the chord bound it from below in between. The ball is clear when that bound
 * exceeds its radius and the deviation: when clearance exceeds whatever it can move off what was tested.
 */
import { evaluateField } from './field.ts';
import type { GeneralPairs } from './general-pairs.ts';
import { lowestOfTents, type MotionBounds, slack } from './motion-bounds.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import { outcomes } from './outcomes.ts';
import type { RobotModel } from './robot-model.ts';
import type { Slots } from './slots.ts';

/** How often the tangents of one chord are refined before the interval is cut in two instead. */
const chordRounds = 4;

export class ObstacleInterval {
  /** Kept clear round the arm on top of contact, metres. */
  margin = 0;
  private readonly gradient = new Float64Array(3);
  private readonly model: RobotModel;
  private readonly obstacles: ObstacleSet;
  private readonly slots: Slots;
  private readonly general: GeneralPairs;
  private readonly bounds: MotionBounds;

  constructor(model: RobotModel, obstacles: ObstacleSet, slots: Slots, general: GeneralPairs, bounds: MotionBounds) {
    this.model = model;
    this.obstacles = obstacles;
    this.slots = slots;
    this.general = general;
    this.bounds = bounds;
  }

  /** A node between the slots `near` (looked at first) and `far`, `share` of the whole motion apart. */
  test(node: number, obstacle: number, near: number, far: number, share: number): number {
    const { obstacles, slots, bounds } = this;
    const { spheres, partLink } = this.model;
    const body = spheres.body[node] ?? 0;
    const part = spheres.part[node] ?? -1;
    if (part >= 0 && obstacles.isAllowed(obstacle, partLink[part] ?? 0)) return outcomes.clear;
    slots.ready(near, body);
    slots.ready(far, body);
    const { centers } = slots;
    const { data } = obstacles;
    const n = near * slots.centerStride + node * 3;
    const f = far * slots.centerStride + node * 3;
    const o = obstacle * obstacleStride;
    const nx = centers[n] ?? 0;
    const ny = centers[n + 1] ?? 0;
    const nz = centers[n + 2] ?? 0;
    const vx = (centers[f] ?? 0) - nx;
    const vy = (centers[f + 1] ?? 0) - ny;
    const vz = (centers[f + 2] ?? 0) - nz;
    const wx = nx - (data[o + 9] ?? 0);
    const wy = ny - (data[o + 10] ?? 0);
    const wz = nz - (data[o + 11] ?? 0);
    const r0 = data[o] ?? 0;
    const r1 = data[o + 1] ?? 0;
    const r2 = data[o + 2] ?? 0;
    const r3 = data[o + 3] ?? 0;
    const r4 = data[o + 4] ?? 0;
    const r5 = data[o + 5] ?? 0;
    const r6 = data[o + 6] ?? 0;
    const r7 = data[o + 7] ?? 0;
    const r8 = data[o + 8] ?? 0;
    const outcome = this.testChord(
      obstacle,
      r0 * wx + r1 * wy + r2 * wz,
      r3 * wx + r4 * wy + r5 * wz,
      r6 * wx + r7 * wy + r8 * wz,
      r0 * vx + r1 * vy + r2 * vz,
      r3 * vx + r4 * vy + r5 * vz,
      r6 * vx + r7 * vy + r8 * vz,
      (spheres.balls[node * 4 + 3] ?? 0) + this.margin,
      bounds.bendOf(node, 0) * share * share * 0.125 + slack,
    );
    if (outcome === outcomes.clear) return outcome;
    if (part < 0) return outcome === outcomes.hit ? outcomes.meets : outcome;
    if (spheres.isExact[node] === 1) return outcome === outcomes.meets ? outcomes.open : outcome;
    return this.testPart(node, part, obstacle, near, far, share);
  }

  /** A ball whose centre starts at (x, y, z) of the obstacle's frame and moves by (dx, dy, dz). */
  private testChord(
    obstacle: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    radius: number,
    deviation: number,
  ): number {
    const { obstacles, gradient } = this;
    if (obstacles.kinds[obstacle] === obstacleKinds.mesh) {
      return this.testMeshChord(obstacle, x, y, z, dx, dy, dz, radius, deviation);
    }
    const needed = radius + deviation;
    let a = evaluateField(obstacles, obstacle, x, y, z, gradient);
    let sa = (gradient[0] ?? 0) * dx + (gradient[1] ?? 0) * dy + (gradient[2] ?? 0) * dz;
    if (a > needed && a + sa > needed) return outcomes.clear;
    if (a < radius) return outcomes.hit;
    let b = evaluateField(obstacles, obstacle, x + dx, y + dy, z + dz, gradient);
    let sb = (gradient[0] ?? 0) * dx + (gradient[1] ?? 0) * dy + (gradient[2] ?? 0) * dz;
    if (b < radius) return outcomes.hit;
    let ta = 0;
    let tb = 1;
    let lowest = Math.min(a, b);
    for (let round = 0; round < chordRounds; round += 1) {
      if (sa >= 0 || sb <= 0) return lowest > needed ? outcomes.clear : outcomes.open;
      // Where the tangents meet is the best lower bound of the least distance, and a good place to look next.
      const t = (b - sb * tb - a + sa * ta) / (sa - sb);
      if (a + sa * (t - ta) > needed) return outcomes.clear;
      const value = evaluateField(obstacles, obstacle, x + dx * t, y + dy * t, z + dz * t, gradient);
      // The ball is within the deviation of this point of the chord at that moment.
      if (value < radius - deviation) return outcomes.hit;
      if (value < lowest) lowest = value;
      if (value <= needed) return value <= radius ? outcomes.meets : outcomes.open;
      const slope = (gradient[0] ?? 0) * dx + (gradient[1] ?? 0) * dy + (gradient[2] ?? 0) * dz;
      if (slope < 0) {
        a = value;
        sa = slope;
        ta = t;
      } else {
        b = value;
        sb = slope;
        tb = t;
      }
    }
    return outcomes.open;
  }

  /** No tangents to a mesh: distance falls at most as fast as the ball moves. */
  private testMeshChord(
    obstacle: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    radius: number,
    deviation: number,
  ): number {
    const mesh = this.obstacles.meshes[obstacle];
    if (mesh === undefined) return outcomes.clear;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const needed = radius + deviation;
    const limit = needed + length + slack;
    const first = mesh.measure(x, y, z, limit);
    if (first > needed + length) return outcomes.clear;
    if (first < radius) return outcomes.hit;
    const last = mesh.measure(x + dx, y + dy, z + dz, limit);
    if (last < radius) return outcomes.hit;
    const lowest = (first + last - length) / 2;
    if (lowest > needed) return outcomes.clear;
    return lowest > radius ? outcomes.open : outcomes.meets;
  }

  /** A part that is no ball: the plane that proves its gap at one end is carried to the other. */
  private testPart(node: number, part: number, obstacle: number, near: number, far: number, share: number): number {
    const { model, slots, general, margin, bounds } = this;
    const solid = model.parts[part];
    if (solid === undefined) return outcomes.hit;
    const body = model.partBody[part] ?? 0;
    const { frames, frameStride } = slots;
    const nearAt = near * frameStride + body * 12;
    const farAt = far * frameStride + body * 12;
    const core = solid.bound.radius - solid.radius;
    const bend = bounds.bendOf(node, 0) + bounds.bendOfArm(core, body, 0);
    const needed = margin + bend * share * share * 0.125 + slack;
    const isMesh = this.obstacles.kinds[obstacle] === obstacleKinds.mesh;
    const travel = isMesh ? bounds.travelOf(solid, frames, nearAt, farAt, share) : 0;
    const limit = needed + travel + slack;
    const first = general.measureToObstacle(solid, frames, nearAt, obstacle, limit);
    if (first < margin) return outcomes.hit;
    const firstAtFar = isMesh ? first - travel : general.lowestOf(solid, frames, farAt);
    if (first > needed && firstAtFar > needed) return outcomes.clear;
    const last = general.measureToObstacle(solid, frames, farAt, obstacle, limit);
    if (last < margin) return outcomes.hit;
    const lastAtNear = isMesh ? last - travel : general.lowestOf(solid, frames, nearAt);
    return lowestOfTents(first, firstAtFar, last, lastAtNear) > needed ? outcomes.clear : outcomes.open;
  }
}
