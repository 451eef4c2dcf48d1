import type { GeneralPairs } from './general-pairs.ts';
import { lowestOfTents, type MotionBounds } from './motion-bounds.ts';
import { outcomes } from './outcomes.ts';
import type { RobotModel } from './robot-model.ts';
import type { Slots } from './slots.ts';

/** Tests two nodes of the arm over an interval of a motion, seen from the body of the first. */
export class PairInterval {
  /** Clearance to keep between parts on top of contact, metres. */
  margin = 0;
  private readonly model: RobotModel;
  private readonly slots: Slots;
  private readonly general: GeneralPairs;
  private readonly bounds: MotionBounds;

  constructor(model: RobotModel, slots: Slots, general: GeneralPairs, bounds: MotionBounds) {
    this.model = model;
    this.slots = slots;
    this.general = general;
    this.bounds = bounds;
  }

  test(first: number, second: number, near: number, far: number): number {
    const { slots, bounds, margin } = this;
    const { spheres } = this.model;
    const body = spheres.body[first] ?? 0;
    slots.ready(near, first);
    slots.ready(near, second);
    slots.ready(far, first);
    slots.ready(far, second);
    const { centers, centerStride } = slots;
    const na = near * centerStride + first * 3;
    const nb = near * centerStride + second * 3;
    const fa = far * centerStride + first * 3;
    const fb = far * centerStride + second * 3;
    const { frames, frameStride } = slots;
    const n = near * frameStride + body * 12;
    const f = far * frameStride + body * 12;
    const nx = (centers[nb] ?? 0) - (centers[na] ?? 0);
    const ny = (centers[nb + 1] ?? 0) - (centers[na + 1] ?? 0);
    const nz = (centers[nb + 2] ?? 0) - (centers[na + 2] ?? 0);
    const fx = (centers[fb] ?? 0) - (centers[fa] ?? 0);
    const fy = (centers[fb + 1] ?? 0) - (centers[fa + 1] ?? 0);
    const fz = (centers[fb + 2] ?? 0) - (centers[fa + 2] ?? 0);
    // Seen from the earlier body, only the axes between the two cause motion.
    const x = (frames[n] ?? 0) * nx + (frames[n + 4] ?? 0) * ny + (frames[n + 8] ?? 0) * nz;
    const y = (frames[n + 1] ?? 0) * nx + (frames[n + 5] ?? 0) * ny + (frames[n + 9] ?? 0) * nz;
    const z = (frames[n + 2] ?? 0) * nx + (frames[n + 6] ?? 0) * ny + (frames[n + 10] ?? 0) * nz;
    const dx = (frames[f] ?? 0) * fx + (frames[f + 4] ?? 0) * fy + (frames[f + 8] ?? 0) * fz - x;
    const dy = (frames[f + 1] ?? 0) * fx + (frames[f + 5] ?? 0) * fy + (frames[f + 9] ?? 0) * fz - y;
    const dz = (frames[f + 2] ?? 0) * fx + (frames[f + 6] ?? 0) * fy + (frames[f + 10] ?? 0) * fz - z;
    const deviation = bounds.deviationOf(second, body);
    const balls = (spheres.balls[first * 4 + 3] ?? 0) + (spheres.balls[second * 4 + 3] ?? 0);
    const radius = balls + margin + bounds.shiftOf(second, body);
    const along = -(x * dx + y * dy + z * dz);
    const square = dx * dx + dy * dy + dz * dz;
    const t = along <= 0 || square === 0 ? 0 : along >= square ? 1 : along / square;
    const cx = x + dx * t;
    const cy = y + dy * t;
    const cz = z + dz * t;
    const lowest = Math.sqrt(cx * cx + cy * cy + cz * cz);
    if (lowest > radius + deviation) return outcomes.clear;
    const firstPart = spheres.part[first] ?? -1;
    const secondPart = spheres.part[second] ?? -1;
    if (firstPart < 0 || secondPart < 0) return lowest > radius ? outcomes.open : outcomes.meets;
    if (spheres.isExact[first] === 0 || spheres.isExact[second] === 0) {
      return this.testParts(first, second, near, far);
    }
    const isAtEnd = t === 0 || t === 1;
    return lowest < (isAtEnd ? radius : radius - deviation) ? outcomes.hit : outcomes.open;
  }

  private testParts(first: number, second: number, near: number, far: number): number {
    const { model, slots, general, bounds } = this;
    const { part, body } = model.spheres;
    const a = model.parts[part[first] ?? -1];
    const b = model.parts[part[second] ?? -1];
    if (a === undefined || b === undefined) return outcomes.hit;
    const { frames, frameStride } = slots;
    const aBody = body[first] ?? 0;
    const bBody = body[second] ?? 0;
    const aNear = near * frameStride + aBody * 12;
    const bNear = near * frameStride + bBody * 12;
    const aFar = far * frameStride + aBody * 12;
    const bFar = far * frameStride + bBody * 12;
    const core = b.bound.radius - b.radius;
    const margin = this.margin + bounds.shiftOf(second, aBody) + bounds.shiftOfArm(core, bBody, aBody);
    const needed = margin + bounds.deviationOf(second, aBody) + bounds.deviationOfArm(core, bBody, aBody);
    const atNear = general.measureBetween(a, frames, aNear, b, frames, bNear);
    if (atNear < margin) return outcomes.hit;
    general.carryDirection(frames, aNear, aFar);
    const nearAtFar = general.gapAlong(a, frames, aFar, b, frames, bFar);
    if (atNear > needed && nearAtFar > needed) return outcomes.clear;
    const atFar = general.measureBetween(a, frames, aFar, b, frames, bFar);
    if (atFar < margin) return outcomes.hit;
    general.carryDirection(frames, aFar, aNear);
    const farAtNear = general.gapAlong(a, frames, aNear, b, frames, bNear);
    return lowestOfTents(atNear, nearAtFar, atFar, farAtNear) > needed ? outcomes.clear : outcomes.open;
  }
}
