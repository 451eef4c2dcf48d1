import { createProbe, evaluateField } from './field.ts';
import type { GeneralPairs } from './general-pairs.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import type { RobotModel } from './robot-model.ts';
import type { Slots } from './slots.ts';

/** Tests of one pair at one configuration: signed clearances, never overestimated, metres. */
export class PointTests {
  private readonly probe = createProbe();
  private readonly model: RobotModel;
  private readonly obstacles: ObstacleSet;
  private readonly slots: Slots;
  private readonly general: GeneralPairs;

  constructor(model: RobotModel, obstacles: ObstacleSet, slots: Slots, general: GeneralPairs) {
    this.model = model;
    this.obstacles = obstacles;
    this.slots = slots;
    this.general = general;
  }

  /** Measures from a node's ball to an obstacle. Beyond `limit` a mesh returns `limit`. */
  ballToObstacle(node: number, obstacle: number, slot: number, limit: number): number {
    const { obstacles, slots, probe } = this;
    const { balls } = this.model.spheres;
    slots.ready(slot, node);
    const { centers } = slots;
    const { data } = obstacles;
    const c = slot * slots.centerStride + node * 3;
    const o = obstacle * obstacleStride;
    const wx = (centers[c] ?? 0) - (data[o + 9] ?? 0);
    const wy = (centers[c + 1] ?? 0) - (data[o + 10] ?? 0);
    const wz = (centers[c + 2] ?? 0) - (data[o + 11] ?? 0);
    probe[0] = (data[o] ?? 0) * wx + (data[o + 1] ?? 0) * wy + (data[o + 2] ?? 0) * wz;
    probe[1] = (data[o + 3] ?? 0) * wx + (data[o + 4] ?? 0) * wy + (data[o + 5] ?? 0) * wz;
    probe[2] = (data[o + 6] ?? 0) * wx + (data[o + 7] ?? 0) * wy + (data[o + 8] ?? 0) * wz;
    const radius = balls[node * 4 + 3] ?? 0;
    if (obstacles.kinds[obstacle] !== obstacleKinds.mesh) {
      evaluateField(obstacles, obstacle, probe);
      return (probe[3] ?? 0) - radius;
    }
    const mesh = obstacles.meshes[obstacle];
    if (mesh === undefined) return limit;
    return mesh.measure(probe[0] ?? 0, probe[1] ?? 0, probe[2] ?? 0, limit + radius) - radius;
  }

  /** Measures from a part to an obstacle. Beyond `limit` a mesh returns `limit`. */
  partToObstacle(part: number, obstacle: number, slot: number, limit: number): number {
    const { model, slots } = this;
    const solid = model.parts[part];
    if (solid === undefined) return limit;
    const frame = slot * slots.frameStride + (model.partBody[part] ?? 0) * 12;
    return this.general.measureToObstacle(solid, slots.frames, frame, obstacle, limit);
  }

  /** Measures between the balls of two nodes. */
  ballToBall(first: number, second: number, slot: number): number {
    const { slots } = this;
    const { balls } = this.model.spheres;
    slots.ready(slot, first);
    slots.ready(slot, second);
    const { centers } = slots;
    const a = slot * slots.centerStride + first * 3;
    const b = slot * slots.centerStride + second * 3;
    const x = (centers[a] ?? 0) - (centers[b] ?? 0);
    const y = (centers[a + 1] ?? 0) - (centers[b + 1] ?? 0);
    const z = (centers[a + 2] ?? 0) - (centers[b + 2] ?? 0);
    return Math.sqrt(x * x + y * y + z * z) - (balls[first * 4 + 3] ?? 0) - (balls[second * 4 + 3] ?? 0);
  }

  /** Measures between two parts. Without `isDeepWanted` only the sign is meaningful when they overlap. */
  partToPart(first: number, second: number, slot: number, isDeepWanted = true): number {
    const { model, slots } = this;
    const a = model.parts[first];
    const b = model.parts[second];
    if (a === undefined || b === undefined) return 0;
    const frame = slot * slots.frameStride;
    const aAt = frame + (model.partBody[first] ?? 0) * 12;
    const bAt = frame + (model.partBody[second] ?? 0) * 12;
    return this.general.measureBetween(a, slots.frames, aAt, b, slots.frames, bAt, isDeepWanted);
  }
}
