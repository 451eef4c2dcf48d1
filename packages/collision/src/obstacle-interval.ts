/**
 * Tests of the arm against one obstacle over an interval of a motion, between two placed configurations.
 *
 * A ball's centre stays near the chord between its ends (MotionBounds). Distance to a convex obstacle is a convex
 * function, so its tangents at points of the chord bound it from below in between. The ball is clear when that bound
 * exceeds its radius plus the deviation.
 */
import { createProbe, evaluateField } from './field.ts';
import type { GeneralPairs } from './general-pairs.ts';
import { lowestOfTents, type MotionBounds, slack } from './motion-bounds.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import { outcomes } from './outcomes.ts';
import type { RobotModel } from './robot-model.ts';
import type { Slots } from './slots.ts';

/** Number of refinements of the tangents of one chord before the interval is bisected instead. */
const chordRounds = 4;

export class ObstacleInterval {
  /** Clearance to keep around the arm on top of contact, metres. */
  margin = 0;
  private readonly probe = createProbe();
  /** A ball over the interval, in an obstacle's frame: start, travel, radius, deviation. */
  private readonly chord = new Float64Array(8);
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

  /** Tests a node between the slots `near` (tested first) and `far`, over the share set for the bounds. */
  test(node: number, obstacle: number, near: number, far: number): number {
    const { slots, obstacles, bounds, chord } = this;
    const { spheres, partLink } = this.model;
    const part = spheres.part[node] ?? -1;
    if (part >= 0 && obstacles.isAllowed(obstacle, partLink[part] ?? 0)) return outcomes.clear;
    slots.ready(near, node);
    slots.ready(far, node);
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
    chord[0] = r0 * wx + r1 * wy + r2 * wz;
    chord[1] = r3 * wx + r4 * wy + r5 * wz;
    chord[2] = r6 * wx + r7 * wy + r8 * wz;
    chord[3] = r0 * vx + r1 * vy + r2 * vz;
    chord[4] = r3 * vx + r4 * vy + r5 * vz;
    chord[5] = r6 * vx + r7 * vy + r8 * vz;
    chord[6] = (spheres.balls[node * 4 + 3] ?? 0) + this.margin + bounds.shiftOf(node, 0);
    chord[7] = bounds.deviationOf(node, 0);
    const outcome =
      obstacles.kinds[obstacle] === obstacleKinds.mesh ? this.testMeshChord(obstacle) : this.testChord(obstacle);
    if (outcome === outcomes.clear) return outcome;
    if (part < 0) return outcome === outcomes.hit ? outcomes.meets : outcome;
    if (spheres.isExact[node] === 1) return outcome === outcomes.meets ? outcomes.open : outcome;
    return this.testPart(node, part, obstacle, near, far);
  }

  /** Tests the ball in `chord`. */
  private testChord(obstacle: number): number {
    const { obstacles, chord, probe } = this;
    const x = chord[0] ?? 0;
    const y = chord[1] ?? 0;
    const z = chord[2] ?? 0;
    const dx = chord[3] ?? 0;
    const dy = chord[4] ?? 0;
    const dz = chord[5] ?? 0;
    const radius = chord[6] ?? 0;
    const deviation = chord[7] ?? 0;
    const needed = radius + deviation;
    probe[0] = x;
    probe[1] = y;
    probe[2] = z;
    evaluateField(obstacles, obstacle, probe);
    let a = probe[3] ?? 0;
    let sa = (probe[4] ?? 0) * dx + (probe[5] ?? 0) * dy + (probe[6] ?? 0) * dz;
    if (a > needed && a + sa > needed) return outcomes.clear;
    if (a < radius) return outcomes.hit;
    probe[0] = x + dx;
    probe[1] = y + dy;
    probe[2] = z + dz;
    evaluateField(obstacles, obstacle, probe);
    let b = probe[3] ?? 0;
    let sb = (probe[4] ?? 0) * dx + (probe[5] ?? 0) * dy + (probe[6] ?? 0) * dz;
    if (b < radius) return outcomes.hit;
    let ta = 0;
    let tb = 1;
    let lowest = Math.min(a, b);
    for (let round = 0; round < chordRounds; round += 1) {
      if (sa >= 0 || sb <= 0) return lowest > needed ? outcomes.clear : outcomes.open;
      // The intersection of the tangents is the best lower bound of the least distance, and a good place to test next.
      const t = (b - sb * tb - a + sa * ta) / (sa - sb);
      if (lowest > needed && a + sa * (t - ta) > needed) return outcomes.clear;
      probe[0] = x + dx * t;
      probe[1] = y + dy * t;
      probe[2] = z + dz * t;
      evaluateField(obstacles, obstacle, probe);
      const value = probe[3] ?? 0;
      // The ball is within the deviation of this point of the chord at that moment.
      if (value < radius - deviation) return outcomes.hit;
      if (value <= needed) return value <= radius ? outcomes.meets : outcomes.open;
      if (value < lowest) lowest = value;
      const slope = (probe[4] ?? 0) * dx + (probe[5] ?? 0) * dy + (probe[6] ?? 0) * dz;
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

  /** Meshes have no tangents: distance falls at most as fast as the ball moves. */
  private testMeshChord(obstacle: number): number {
    const mesh = this.obstacles.meshes[obstacle];
    if (mesh === undefined) return outcomes.clear;
    const [x = 0, y = 0, z = 0, dx = 0, dy = 0, dz = 0, radius = 0, deviation = 0] = this.chord;
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

  /** Tests a part that is not a ball: the plane that proves its gap at one end is carried to the other. */
  private testPart(node: number, part: number, obstacle: number, near: number, far: number): number {
    const { model, slots, general, bounds } = this;
    const solid = model.parts[part];
    if (solid === undefined) return outcomes.hit;
    const body = model.partBody[part] ?? 0;
    const { frames, frameStride } = slots;
    const nearAt = near * frameStride + body * 12;
    const farAt = far * frameStride + body * 12;
    const core = solid.bound.radius - solid.radius;
    const margin = this.margin + bounds.shiftOf(node, 0) + bounds.shiftOfArm(core, body, 0);
    const needed = margin + bounds.deviationOf(node, 0) + bounds.deviationOfArm(core, body, 0);
    const isMesh = this.obstacles.kinds[obstacle] === obstacleKinds.mesh;
    const travel = isMesh ? bounds.travelOf(solid, frames, nearAt, farAt) : 0;
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
