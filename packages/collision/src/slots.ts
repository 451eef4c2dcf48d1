import { computeCenters, computeFrames } from './frames.ts';
import type { RobotModel } from './robot-model.ts';

/** Several configurations of one arm side by side: body frames at once, ball centres of a body when first asked for. */
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
    const { isReady, bodies } = this;
    computeFrames(this.model, q, offset, this.frames, slot * this.frameStride);
    for (let body = slot * bodies; body < (slot + 1) * bodies; body += 1) isReady[body] = 0;
    this.placements += 1;
  }

  /** Makes sure that the centres of a body's balls are there. */
  ready(slot: number, body: number): void {
    const flag = slot * this.bodies + body;
    if (this.isReady[flag] === 1) return;
    this.isReady[flag] = 1;
    const { frames, centers } = this;
    computeCenters(this.model, body, frames, slot * this.frameStride, centers, slot * this.centerStride);
  }
}
