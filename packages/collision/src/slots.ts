import { computeCenters, computeFrames, computeRootCenters } from './frames.ts';
import type { RobotModel } from './robot-model.ts';

/**
 * Several configurations of one arm side by side: frames and root balls of all trees at once, the other balls of a tree
 * on first use.
 */
export class Slots {
  readonly frames: Float64Array;
  readonly centers: Float64Array;
  /** Numbers that one slot takes in `frames` and in `centers`. */
  readonly frameStride: number;
  readonly centerStride: number;
  /** Number of configurations placed since the start. */
  placements = 0;
  private readonly trees: number;
  private readonly isReady: Uint8Array;
  private readonly model: RobotModel;

  constructor(model: RobotModel, count: number) {
    this.model = model;
    this.trees = model.spheres.roots.length;
    this.frameStride = (model.dof + 1) * 12;
    this.centerStride = model.spheres.count * 3;
    this.frames = new Float64Array(count * this.frameStride);
    this.centers = new Float64Array(count * this.centerStride);
    this.isReady = new Uint8Array(count * this.trees);
  }

  /** Places the arm of a slot at a configuration. */
  place(slot: number, q: Float64Array, offset: number): void {
    const { isReady, trees, frames, centers } = this;
    computeFrames(this.model, q, offset, frames, slot * this.frameStride);
    computeRootCenters(this.model, frames, slot * this.frameStride, centers, slot * this.centerStride);
    for (let flag = slot * trees; flag < (slot + 1) * trees; flag += 1) isReady[flag] = 0;
    this.placements += 1;
  }

  /** Ensures that the centre of a node's ball is computed: a root's always is, others are computed a tree at a time. */
  ready(slot: number, node: number): void {
    const { isReady, frames, centers, model } = this;
    const tree = model.spheres.tree[node] ?? 0;
    if (model.spheres.roots[tree] === node) return;
    const flag = slot * this.trees + tree;
    if (isReady[flag] === 1) return;
    isReady[flag] = 1;
    computeCenters(model, tree, frames, slot * this.frameStride, centers, slot * this.centerStride);
  }
}
