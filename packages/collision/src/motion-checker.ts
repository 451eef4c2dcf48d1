/**
 * Checks whether a straight joint-space motion touches anything: first whole, then in halves, quarters … Each interval
 * carries the pairs that are still open in it, so the work shrinks to the tight places. Levels are searched breadth
 * first, which finds a contact early; the rest is refined depth first.
 */
import { type BroadPhase, isFar } from './broad-phase.ts';
import type { GeneralPairs } from './general-pairs.ts';
import { MotionBounds, slack } from './motion-bounds.ts';
import { ObstacleInterval } from './obstacle-interval.ts';
import type { ObstacleSet } from './obstacle-set.ts';
import { outcomes } from './outcomes.ts';
import { PairInterval } from './pair-interval.ts';
import { type NodePairs, opensFirst } from './pair-table.ts';
import type { RobotModel } from './robot-model.ts';
import { Slots } from './slots.ts';

/** Maximum turn of the joints, rad, at which an open interval counts as contact. */
export const unresolvedAngle = 1e-4;

const breadthLevels = 5;
const gridSize = 1 << breadthLevels;
/** Levels from a motion of a few turns down to the unresolved angle. */
const depthLevels = 24;
/** A pair is packed as first · pairBase + second, negative for two nodes of the arm. */
const pairBase = 16_384;

export class MotionChecker {
  private readonly slots: Slots;
  private readonly bounds: MotionBounds;
  private readonly obstacleTests: ObstacleInterval;
  private readonly pairTests: PairInterval;
  private readonly broad: BroadPhase;
  private margin = 0;
  private readonly ball = new Float64Array(4);
  private readonly configuration: Float64Array;
  private from: Float64Array = new Float64Array(0);
  private fromAt = 0;
  private to: Float64Array = new Float64Array(0);
  private toAt = 0;
  /** Open pairs of all intervals, one list after the other. */
  private list = new Int32Array(4096);
  private top = 0;
  private readonly pending = new Int32Array(1024);
  private starts = new Int32Array(gridSize);
  private ends = new Int32Array(gridSize);
  private nextStarts = new Int32Array(gridSize);
  private nextEnds = new Int32Array(gridSize);
  private readonly model: RobotModel;
  private readonly obstacles: ObstacleSet;
  private readonly pairs: NodePairs;

  constructor(model: RobotModel, obstacles: ObstacleSet, pairs: NodePairs, general: GeneralPairs, broad: BroadPhase) {
    this.model = model;
    this.obstacles = obstacles;
    this.pairs = pairs;
    this.slots = new Slots(model, gridSize + 1 + depthLevels);
    this.bounds = new MotionBounds(model);
    this.obstacleTests = new ObstacleInterval(model, obstacles, this.slots, general, this.bounds);
    this.pairTests = new PairInterval(model, this.slots, general, this.bounds);
    this.broad = broad;
    this.configuration = new Float64Array(model.dof);
  }

  /** Returns the number of configurations checked since the start. */
  get placements(): number {
    return this.slots.placements;
  }

  /** Sets the clearance to keep on top of contact, metres. */
  setMargin(margin: number): void {
    this.margin = margin;
    this.obstacleTests.margin = margin;
    this.pairTests.margin = margin;
  }

  /** Share of the motion from its start that was proved clear, after isClear() returned false. */
  clearShare = 0;

  /**
   * True if nothing touches between two configurations, ends included: on the straight motion, and on any motion whose
   * joints stay within their `strays` of it, rad.
   */
  isClear(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, strays?: Float64Array): boolean {
    this.from = from;
    this.fromAt = fromAt;
    this.to = to;
    this.toAt = toAt;
    const angle = this.bounds.setMotion(from, fromAt, to, toAt, strays);
    this.slots.place(gridSize, to, toAt);
    this.slots.place(0, from, fromAt);
    this.top = 0;
    this.clearShare = 0;
    this.collectPairs();
    const count = this.top;
    if (!this.resolve(0, count, gridSize, 0, 1)) return false;
    this.starts[0] = count;
    this.ends[0] = this.top;
    if (this.top === count) return true;
    for (let level = 1; level <= breadthLevels; level += 1) {
      if (angle / (1 << (level - 1)) < unresolvedAngle) return false;
      const outcome = this.refineLevel(level);
      if (outcome !== outcomes.open) return outcome === outcomes.clear;
    }
    return this.refineRest(angle);
  }

  /** Collects the pairs of roots that a quick check of the whole motion cannot rule out; the tip of the arm first. */
  private collectPairs(): void {
    const { broad, slots, bounds, margin, obstacles, ball } = this;
    const { roots, balls } = this.model.spheres;
    broad.refresh(margin);
    bounds.setShare(1);
    this.reserve(broad.reachable.length + this.pairs.startPairs.length);
    const { centers, centerStride } = slots;
    for (let tree = roots.length - 1; tree >= 0; tree -= 1) {
      const begin = broad.starts[tree] ?? 0;
      const end = broad.starts[tree + 1] ?? 0;
      if (begin === end) continue;
      const root = roots[tree] ?? 0;
      const n = gridSize * centerStride + root * 3;
      const f = root * 3;
      const dx = ((centers[f] ?? 0) - (centers[n] ?? 0)) / 2;
      const dy = ((centers[f + 1] ?? 0) - (centers[n + 1] ?? 0)) / 2;
      const dz = ((centers[f + 2] ?? 0) - (centers[n + 2] ?? 0)) / 2;
      ball[0] = (centers[n] ?? 0) + dx;
      ball[1] = (centers[n + 1] ?? 0) + dy;
      ball[2] = (centers[n + 2] ?? 0) + dz;
      const radius = (balls[root * 4 + 3] ?? 0) + margin + Math.sqrt(dx * dx + dy * dy + dz * dz);
      ball[3] = radius + bounds.deviationOf(root, 0) + bounds.shiftOf(root, 0);
      for (let index = begin; index < end; index += 1) {
        const obstacle = broad.reachable[index] ?? 0;
        if (isFar(obstacles, obstacle, ball)) continue;
        this.list[this.top] = root * pairBase + obstacle;
        this.top += 1;
      }
    }
    this.collectStartPairs();
  }

  private collectStartPairs(): void {
    const { slots, bounds, margin } = this;
    const { balls, body } = this.model.spheres;
    const { startPairs } = this.pairs;
    const { centers, centerStride } = slots;
    const n = gridSize * centerStride;
    for (let index = 0; index < startPairs.length; index += 2) {
      const first = startPairs[index] ?? 0;
      const second = startPairs[index + 1] ?? 0;
      slots.ready(0, first);
      slots.ready(0, second);
      slots.ready(gridSize, first);
      slots.ready(gridSize, second);
      const a = first * 3;
      const b = second * 3;
      const x = (centers[a] ?? 0) - (centers[b] ?? 0);
      const y = (centers[a + 1] ?? 0) - (centers[b + 1] ?? 0);
      const z = (centers[a + 2] ?? 0) - (centers[b + 2] ?? 0);
      const u = (centers[n + a] ?? 0) - (centers[n + b] ?? 0);
      const v = (centers[n + a + 1] ?? 0) - (centers[n + b + 1] ?? 0);
      const w = (centers[n + a + 2] ?? 0) - (centers[n + b + 2] ?? 0);
      const together = Math.sqrt(x * x + y * y + z * z) + Math.sqrt(u * u + v * v + w * w);
      const seen = body[first] ?? 0;
      const balled = (balls[first * 4 + 3] ?? 0) + (balls[second * 4 + 3] ?? 0);
      const radius = balled + margin + slack + bounds.shiftOf(second, seen);
      // The distance cannot fall and rise again by more than the second node travels, seen from the first one's body.
      if (together - bounds.travelOfNode(second, seen) > 2 * radius) continue;
      this.list[this.top] = -1 - (first * pairBase + second);
      this.top += 1;
    }
  }

  private reserve(more: number): void {
    if (this.top + more <= this.list.length) return;
    const list = new Int32Array(Math.max(this.list.length * 2, this.top + more));
    list.set(this.list);
    this.list = list;
  }

  /** Bisects every open interval of one level. Returns open when some are left, hit on contact. */
  private refineLevel(level: number): number {
    const { starts, ends, nextStarts, nextEnds } = this;
    const step = gridSize >> level;
    const share = 1 / (1 << level);
    const intervals = 1 << (level - 1);
    let outcome: number = outcomes.clear;
    for (let index = 0; index < intervals; index += 1) {
      const start = starts[index] ?? 0;
      const end = ends[index] ?? 0;
      const left = 2 * index;
      nextStarts[left] = nextEnds[left] = nextStarts[left + 1] = nextEnds[left + 1] = 0;
      if (start === end) continue;
      const middle = (left + 1) * step;
      this.placeAt(middle, (left + 1) * share);
      for (let half = 0; half < 2; half += 1) {
        nextStarts[left + half] = this.top;
        if (!this.resolve(start, end, middle, (left + 2 * half) * step, share)) {
          this.clearShare = this.findFirstOpen(left + half) * share;
          return outcomes.hit;
        }
        nextEnds[left + half] = this.top;
        if (this.top > (nextStarts[left + half] ?? 0)) outcome = outcomes.open;
      }
    }
    this.starts = nextStarts;
    this.ends = nextEnds;
    this.nextStarts = starts;
    this.nextEnds = ends;
    return outcome;
  }

  /** Returns the first interval of the current level that is not proved clear, at most `last`. */
  private findFirstOpen(last: number): number {
    for (let index = 0; index < last; index += 1) {
      if (this.nextStarts[index] !== this.nextEnds[index]) return index;
    }
    return last;
  }

  private refineRest(angle: number): boolean {
    const { starts, ends } = this;
    for (let index = 0; index < gridSize; index += 1) {
      const start = starts[index] ?? 0;
      const end = ends[index] ?? 0;
      if (start === end) continue;
      this.clearShare = index / gridSize;
      if (!this.refine(start, end, index, index + 1, this.clearShare, 1 / gridSize, gridSize + 1, angle)) return false;
    }
    return true;
  }

  /** Refines depth first the interval between two slots that starts at `at` and is `share` of the motion long. */
  private refine(
    start: number,
    end: number,
    low: number,
    high: number,
    at: number,
    share: number,
    slot: number,
    angle: number,
  ): boolean {
    if (angle * share < unresolvedAngle || slot > gridSize + depthLevels) return false;
    const half = share / 2;
    this.placeAt(slot, at + half);
    const base = this.top;
    if (!this.resolve(start, end, slot, low, half)) return false;
    const lowEnd = this.top;
    if (!this.resolve(start, end, slot, high, half)) return false;
    const highEnd = this.top;
    if (lowEnd > base && !this.refine(base, lowEnd, low, slot, at, half, slot + 1, angle)) return false;
    if (highEnd > lowEnd && !this.refine(lowEnd, highEnd, slot, high, at + half, half, slot + 1, angle)) return false;
    this.top = base;
    return true;
  }

  private placeAt(slot: number, share: number): void {
    const { configuration, from, fromAt, to, toAt } = this;
    for (let axis = 0; axis < configuration.length; axis += 1) {
      const start = from[fromAt + axis] ?? 0;
      configuration[axis] = start + ((to[toAt + axis] ?? 0) - start) * share;
    }
    this.slots.place(slot, configuration, 0);
  }

  /** Tests the pairs of list[start … end) over one interval and appends those still open. Returns false on contact. */
  private resolve(start: number, end: number, near: number, far: number, share: number): boolean {
    const { pending } = this;
    this.bounds.setShare(share);
    for (let index = start; index < end; index += 1) {
      pending[0] = this.list[index] ?? 0;
      let depth = 1;
      while (depth > 0) {
        depth -= 1;
        const code = pending[depth] ?? 0;
        const outcome = this.test(code, near, far);
        if (outcome === outcomes.clear) continue;
        if (outcome === outcomes.hit) return false;
        if (outcome === outcomes.meets) {
          depth = this.expand(code, depth);
        } else {
          if (this.top === this.list.length) this.reserve(1);
          this.list[this.top] = code;
          this.top += 1;
        }
      }
    }
    return true;
  }

  private test(code: number, near: number, far: number): number {
    const pair = code < 0 ? -1 - code : code;
    const first = (pair / pairBase) | 0;
    const second = pair - first * pairBase;
    return code < 0 ? this.pairTests.test(first, second, near, far) : this.obstacleTests.test(first, second, near, far);
  }

  /** Replaces a pair of balls that meet by the pairs of their children. */
  private expand(code: number, depth: number): number {
    const { pending } = this;
    const { spheres } = this.model;
    const pair = code < 0 ? -1 - code : code;
    const first = (pair / pairBase) | 0;
    const second = pair - first * pairBase;
    let top = depth;
    if (code >= 0) {
      const begin = spheres.firstChild[first] ?? 0;
      for (let child = begin; child < begin + (spheres.childCount[first] ?? 0); child += 1) {
        pending[top] = child * pairBase + second;
        top += 1;
      }
      return top;
    }
    const opens = opensFirst(spheres, first, second);
    const node = opens ? first : second;
    const begin = spheres.firstChild[node] ?? 0;
    for (let child = begin; child < begin + (spheres.childCount[node] ?? 0); child += 1) {
      const a = opens ? child : first;
      const b = opens ? second : child;
      if (this.pairs.at[a * spheres.count + b] === 0) continue;
      pending[top] = -1 - (a * pairBase + b);
      top += 1;
    }
    return top;
  }
}
