import { type BroadPhase, isFar } from './broad-phase.ts';
import type { GeneralPairs } from './general-pairs.ts';
import type { ObstacleSet } from './obstacle-set.ts';
import { type NodePairs, opensFirst, type PairTable } from './pair-table.ts';
import { PointTests } from './point-tests.ts';
import type { RobotModel } from './robot-model.ts';
import { Slots } from './slots.ts';

/** Tolerance for rounding, metres. */
const slack = 1e-9;

/** A link near another link or an obstacle, by their numbers; -1 for the kind that does not apply. */
export interface NearPair {
  readonly link: number;
  readonly otherLink: number;
  readonly obstacle: number;
  clearance: number;
}

/** Things whose clearance from the arm is measured: obstacles, other links of the arm, or both. */
export type ClearanceOf = 'everything' | 'obstacles' | 'links';

/** Collision and clearance of the arm at single configurations. */
export class ConfigurationChecker {
  /** Clearance to keep on top of contact for isClear, metres. */
  margin = 0;
  /** After measure(): the nearest pair, a link and either an obstacle or another link (its number), -1 when none. */
  nearestLink = -1;
  nearestOtherLink = -1;
  nearestObstacle = -1;
  private best = 0;
  /** Pairs found so far while listing. */
  private nearPairs: NearPair[] | undefined;
  private readonly ball = new Float64Array(4);
  private readonly broad: BroadPhase;
  private readonly slots: Slots;
  private readonly tests: PointTests;
  private readonly model: RobotModel;
  private readonly obstacles: ObstacleSet;
  private readonly pairs: PairTable;
  /** Pairs that the current visit covers. */
  private wanted: NodePairs;

  constructor(model: RobotModel, obstacles: ObstacleSet, pairs: PairTable, general: GeneralPairs, broad: BroadPhase) {
    this.broad = broad;
    this.model = model;
    this.obstacles = obstacles;
    this.pairs = pairs;
    this.wanted = pairs.checked;
    this.slots = new Slots(model, 1);
    this.tests = new PointTests(model, obstacles, this.slots, general);
  }

  /** Returns the number of configurations checked since the start. */
  get placements(): number {
    return this.slots.placements;
  }

  /**
   * True if every pair is further apart than the margin; `isWithinLimits` skips those that cannot meet within the
   * limits.
   */
  isClear(q: Float64Array, offset: number, isWithinLimits: boolean): boolean {
    this.slots.place(0, q, offset);
    this.wanted = isWithinLimits ? this.pairs.touchable : this.pairs.checked;
    this.best = this.margin;
    this.nearestLink = -1;
    return this.visitObstacles(true) && this.visitLinks(true);
  }

  /** Returns the smallest signed clearance, never overestimated and at most `limit`, metres; stores the pair. */
  measure(q: Float64Array, offset: number, limit: number, among: ClearanceOf = 'everything'): number {
    this.slots.place(0, q, offset);
    this.wanted = this.pairs.checked;
    this.best = limit;
    this.nearestLink = -1;
    this.nearestOtherLink = -1;
    this.nearestObstacle = -1;
    if (among !== 'links') this.visitObstacles(false);
    if (among !== 'obstacles') this.visitLinks(false);
    return this.best;
  }

  /** Lists every pair of a link and a link or obstacle that is nearer than `limit`, with its clearance; metres. */
  list(q: Float64Array, offset: number, limit: number): readonly NearPair[] {
    this.nearPairs = [];
    this.measure(q, offset, limit);
    const found = this.nearPairs;
    this.nearPairs = undefined;
    return found;
  }

  private take(gap: number, link: number, otherLink: number, obstacle: number): void {
    const { nearPairs } = this;
    if (nearPairs !== undefined) {
      const isSame = (pair: NearPair) =>
        pair.link === link && pair.otherLink === otherLink && pair.obstacle === obstacle;
      const known = nearPairs.find(isSame);
      if (known === undefined) nearPairs.push({ link, otherLink, obstacle, clearance: gap });
      else known.clearance = Math.min(known.clearance, gap);
      return;
    }
    this.best = gap;
    this.nearestLink = link;
    this.nearestOtherLink = otherLink;
    this.nearestObstacle = obstacle;
  }

  /** Visits all pairs that can be nearer than `best`; with `stops`, returns false at the first such pair of parts. */
  private visitObstacles(stops: boolean): boolean {
    const { broad, slots, obstacles, ball } = this;
    const { roots, balls, body } = this.model.spheres;
    const { centers } = slots;
    broad.refresh(this.margin);
    for (let tree = roots.length - 1; tree >= 0; tree -= 1) {
      const root = roots[tree] ?? 0;
      // Obstacles out of reach may only be skipped by a visit that stops at the margin: the others need clearance
      // beyond it.
      const begin = stops ? (broad.starts[tree] ?? 0) : 0;
      const end = stops ? (broad.starts[tree + 1] ?? 0) : obstacles.count;
      if (body[root] === 0 || begin === end) continue;
      ball[0] = centers[root * 3] ?? 0;
      ball[1] = centers[root * 3 + 1] ?? 0;
      ball[2] = centers[root * 3 + 2] ?? 0;
      const radius = (balls[root * 4 + 3] ?? 0) + slack;
      for (let index = begin; index < end; index += 1) {
        const obstacle = stops ? (broad.reachable[index] ?? 0) : index;
        ball[3] = this.best + radius;
        if (this.best + radius > 0 && isFar(obstacles, obstacle, ball)) continue;
        if (!this.visitObstacle(root, obstacle, stops)) return false;
      }
    }
    return true;
  }

  private visitLinks(stops: boolean): boolean {
    const { startPairs } = this.wanted;
    for (let index = 0; index < startPairs.length; index += 2) {
      if (!this.visitPair(startPairs[index] ?? 0, startPairs[index + 1] ?? 0, stops)) return false;
    }
    return true;
  }

  private visitObstacle(node: number, obstacle: number, stops: boolean): boolean {
    const { tests, model, obstacles } = this;
    const { spheres } = model;
    let gap = tests.ballToObstacle(node, obstacle, 0, this.best + slack);
    if (gap > this.best) return true;
    const part = spheres.part[node] ?? -1;
    if (part < 0) {
      const begin = spheres.firstChild[node] ?? 0;
      for (let child = begin; child < begin + (spheres.childCount[node] ?? 0); child += 1) {
        if (!this.visitObstacle(child, obstacle, stops)) return false;
      }
      return true;
    }
    const link = model.partLink[part] ?? 0;
    if (obstacles.isAllowed(obstacle, link)) return true;
    if (spheres.isExact[node] === 0) gap = tests.partToObstacle(part, obstacle, 0, this.best + slack);
    if (gap > this.best) return true;
    this.take(gap, link, -1, obstacle);
    return !stops;
  }

  private visitPair(first: number, second: number, stops: boolean): boolean {
    const { tests, model, wanted } = this;
    const { spheres } = model;
    if (wanted.at[first * spheres.count + second] === 0) return true;
    let gap = tests.ballToBall(first, second, 0);
    if (gap > this.best) return true;
    const firstPart = spheres.part[first] ?? -1;
    const secondPart = spheres.part[second] ?? -1;
    if (firstPart < 0 || secondPart < 0) {
      const opens = opensFirst(spheres, first, second);
      const node = opens ? first : second;
      const begin = spheres.firstChild[node] ?? 0;
      for (let child = begin; child < begin + (spheres.childCount[node] ?? 0); child += 1) {
        const goesOn = opens ? this.visitPair(child, second, stops) : this.visitPair(first, child, stops);
        if (!goesOn) return false;
      }
      return true;
    }
    if (spheres.isExact[first] === 0 || spheres.isExact[second] === 0) gap = tests.partToPart(firstPart, secondPart, 0);
    if (gap > this.best) return true;
    this.take(gap, model.partLink[firstPart] ?? 0, model.partLink[secondPart] ?? 0, -1);
    return !stops;
  }
}
