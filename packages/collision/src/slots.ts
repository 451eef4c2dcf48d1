import { computeCenters, computeFrames, computeRootCenters } from './frames.ts';
import type { RobotModel } from './robot-model.ts';

/**
 * Several configurations of one arm side by side: frames and root balls of all bodies at once, the
 * other balls of a body when first asked for.
 */
export class Slots {
  readonly frames: Float64Array;
  readonly centers: Float64Array;
  /** Numbers that one slot takes in `frames` and in `centers`. */
  readonly frameStride: number;
  readonly centerStride: number;
  /** How many configurations were placed since the start. */
  placements = 0;
  private readonly bodies: number;
  private readonly isReady: Uint8Array;
  private readonly model: RobotModel;

  constructor(model: RobotModel, count: number) {
    this.model = model;
    this.bodies = model.dof + 1;
    this.frameStride = this.bodies * 12;
    this.centerStride = model.spheres.count * 3;
    this.frames = new Float64Array(count * this.frameStride);
    this.centers = new Float64Array(count * this.centerStride);
    this.isReady = new Uint8Array(count * this.bodies);
  }

  /** Puts the arm of a slot at a configuration. */
  place(slot: number, q: Float64Array, offset: number): void {
    const { isReady, bodies, frames, centers } = this;
    computeFrames(this.model, q, offset, frames, slot * this.frameStride);
    computeRootCenters(this.model, frames, slot * this.frameStride, centers, slot * this.centerStride);
    for (let body = slot * bodies; body < (slot + 1) * bodies; body += 1) isReady[body] = 0;
    this.placements += 1;
  }

  /** Makes sure that the centre of a node's ball is there: a root's always is, others come a body at a time. */
  ready(slot: number, node: number): void {
    const { isReady, frames, centers, model } = this;
    const body = model.spheres.body[node] ?? 0;
    if (model.spheres.firstOfBody[body] === node) return;
    const flag = slot * this.bodies + body;
    if (isReady[flag] === 1) return;
    isReady[flag] = 1;
    computeCenters(model, body, frames, slot * this.frameStride, centers, slot * this.centerStride);
  }
}
