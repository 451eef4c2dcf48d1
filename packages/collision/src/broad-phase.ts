import { toObstacle } from './core.ts';
import { createProbe, evaluateField } from './field.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import { type ObstacleSet, obstacleStride } from './obstacle-set.ts';
import type { RobotModel } from './robot-model.ts';

/**
 * True if a ball of the world (ball: x y z r) is certainly apart from an obstacle: a few multiplications, no roots.
 * False only means that a closer check is needed.
 */
export function isFar(obstacles: ObstacleSet, slot: number, ball: Float64Array): boolean {
  const { data } = obstacles;
  const o = slot * obstacleStride;
  const vx = (ball[0] ?? 0) - (data[o + 9] ?? 0);
  const vy = (ball[1] ?? 0) - (data[o + 10] ?? 0);
  const vz = (ball[2] ?? 0) - (data[o + 11] ?? 0);
  const x = Math.abs((data[o] ?? 0) * vx + (data[o + 1] ?? 0) * vy + (data[o + 2] ?? 0) * vz);
  const y = Math.abs((data[o + 3] ?? 0) * vx + (data[o + 4] ?? 0) * vy + (data[o + 5] ?? 0) * vz);
  const height = (data[o + 6] ?? 0) * vx + (data[o + 7] ?? 0) * vy + (data[o + 8] ?? 0) * vz;
  const radius = ball[3] ?? 0;
  const kind = obstacles.kinds[slot] ?? 0;
  if (kind === obstacleKinds.halfSpace) return height > radius;
  const z = Math.abs(height);
  const h0 = data[o + 12] ?? 0;
  const h1 = data[o + 13] ?? 0;
  if (kind === obstacleKinds.box) {
    const px = x > h0 ? x - h0 : 0;
    const py = y > h1 ? y - h1 : 0;
    const h2 = data[o + 14] ?? 0;
    const pz = z > h2 ? z - h2 : 0;
    return px * px + py * py + pz * pz > radius * radius;
  }
  if (kind === obstacleKinds.cylinder) {
    return z - h1 > radius || x * x + y * y > (h0 + radius) * (h0 + radius);
  }
  if (kind === obstacleKinds.convex || kind === obstacleKinds.mesh) {
    // Their first dimension is the radius of a ball around the origin of their frame.
    return x * x + y * y + z * z > (h0 + radius) * (h0 + radius);
  }
  const pz = z > h1 ? z - h1 : 0;
  return x * x + y * y + pz * pz > (h0 + radius) * (h0 + radius);
}

/**
 * Lists, for each tree of the arm, the obstacles that it can touch in some configuration: all others are never checked.
 */
export class BroadPhase {
  /** Obstacles of tree t: reachable[starts[t] … starts[t + 1]). */
  reachable = new Int32Array(64);
  readonly starts: Int32Array;
  private revision = -1;
  private margin = -1;
  private readonly model: RobotModel;
  private readonly obstacles: ObstacleSet;
  private readonly probe = createProbe();

  constructor(model: RobotModel, obstacles: ObstacleSet) {
    this.model = model;
    this.obstacles = obstacles;
    this.starts = new Int32Array(model.spheres.roots.length + 1);
  }

  /** Updates the lists; cheap when nothing has changed. */
  refresh(margin: number): void {
    const { model, obstacles, starts } = this;
    if (this.revision === obstacles.revision && this.margin === margin) return;
    this.revision = obstacles.revision;
    this.margin = margin;
    const { roots, body } = model.spheres;
    if (this.reachable.length < roots.length * obstacles.count) {
      this.reachable = new Int32Array(roots.length * obstacles.count);
    }
    let top = 0;
    for (const [tree, root] of roots.entries()) {
      starts[tree] = top;
      // Body 0 does not move: no motion could end its contacts.
      if (body[root] === 0) continue;
      for (let slot = 0; slot < obstacles.count; slot += 1) {
        if (!this.canTouch(root, slot, margin)) continue;
        this.reachable[top] = slot;
        top += 1;
      }
    }
    starts[roots.length] = top;
  }

  private canTouch(root: number, slot: number, margin: number): boolean {
    const { obstacles, probe } = this;
    const { regions, balls } = this.model.spheres;
    const r = root * 4;
    const radius = (regions[r + 3] ?? 0) + (balls[r + 3] ?? 0) + margin + 1e-6;
    const o = slot * obstacleStride;
    toObstacle(obstacles.data, o, regions[r] ?? 0, regions[r + 1] ?? 0, regions[r + 2] ?? 0, probe, 0);
    if (obstacles.kinds[slot] === obstacleKinds.mesh) {
      const distance = obstacles.meshes[slot]?.measure(probe[0] ?? 0, probe[1] ?? 0, probe[2] ?? 0, radius * 2);
      return (distance ?? 0) <= radius;
    }
    evaluateField(obstacles, slot, probe);
    return (probe[3] ?? 0) <= radius;
  }
}
