import { createHash } from 'node:crypto';
import { planCacheLimits } from '@cellwright/domain/motion';
import { listAvoided, type PlanningScene } from '@cellwright/domain/space';
import type { Detour, MovePlan, MoveSegment } from '../move/request.ts';
import type { PlanningTask } from '../task.ts';

/** A cached plan: its segments, unless they were dropped to save memory, and its detours. */
export interface CachedPlan {
  readonly startJoints: readonly number[];
  readonly segments: readonly MoveSegment[];
  readonly detours: readonly Detour[];
}

export type CacheHit =
  /** From exactly these joints: the same plan. */
  | { readonly kind: 'same'; readonly plan: MovePlan }
  /** From joints within the tolerance: its detours, to be timed again from the current position. */
  | { readonly kind: 'near'; readonly detours: readonly Detour[] };

/** Maximum count of numbers in all whole plans: about 64 MiB. */
const maxNumbers = 8_000_000;

/**
 * The motion plan cache of the specification: a bucket for everything except the start joints (world, tool, payload,
 * limits, targets, seed), and in each bucket the plans by their start; a thousand buckets of a thousand plans. Of the
 * least recently used plans only the detours are kept, which are expensive to find; they are timed again.
 */
export class PlanCache {
  private readonly buckets = new Map<string, CachedPlan[]>();
  /** Whole plans and their size, the least recently used first. */
  private readonly whole = new Map<CachedPlan, { readonly bucket: CachedPlan[]; readonly numbers: number }>();
  private numbers = 0;

  get size(): number {
    return this.buckets.size;
  }

  find(key: string, startJoints: readonly number[]): CacheHit | undefined {
    const bucket = this.touch(key);
    const near = bucket?.filter((entry) => isNear(entry.startJoints, startJoints)) ?? [];
    const same = near.find(
      ({ startJoints: start, segments }) =>
        segments.length > 0 && start.every((angle, joint) => angle === startJoints[joint]),
    );
    if (same) {
      this.renew(same);
      return { kind: 'same', plan: { ok: true, segments: same.segments, detours: same.detours } };
    }
    const useful = near.find(({ detours }) => detours.length > 0);
    return useful ? { kind: 'near', detours: useful.detours } : undefined;
  }

  has(key: string): boolean {
    return this.buckets.has(key);
  }

  add(key: string, plan: CachedPlan): void {
    const bucket = this.touch(key) ?? [];
    this.buckets.set(key, bucket);
    bucket.unshift(plan);
    const numbers = countNumbers(plan);
    this.whole.set(plan, { bucket, numbers });
    this.numbers += numbers;
    const surplus = bucket.length > planCacheLimits.entriesPerBucket ? bucket.pop() : undefined;
    if (surplus) this.forget(surplus);
    if (this.buckets.size > planCacheLimits.buckets) this.dropOldest();
    for (const [oldest] of this.whole) {
      if (this.numbers <= maxNumbers || oldest === plan) break;
      this.shorten(oldest);
    }
  }

  /** Returns the plans of a bucket for the persistent store: the newest whole, all others as their detours. */
  listForStore(key: string, wholeCount: number): readonly CachedPlan[] {
    const entries = this.buckets.get(key) ?? [];
    return [
      ...entries.slice(0, wholeCount),
      ...entries.slice(wholeCount).flatMap((entry) => (entry.detours.length > 0 ? [withoutSegments(entry)] : [])),
    ];
  }

  clear(): void {
    this.buckets.clear();
    this.whole.clear();
    this.numbers = 0;
  }

  /** Moves a bucket to the end as the most recently used one. */
  private touch(key: string): CachedPlan[] | undefined {
    const bucket = this.buckets.get(key);
    if (!bucket) return undefined;
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    return bucket;
  }

  private renew(plan: CachedPlan): void {
    const kept = this.whole.get(plan);
    if (!kept) return;
    this.whole.delete(plan);
    this.whole.set(plan, kept);
  }

  private forget(plan: CachedPlan): void {
    this.numbers -= this.whole.get(plan)?.numbers ?? 0;
    this.whole.delete(plan);
  }

  private shorten(plan: CachedPlan): void {
    const bucket = this.whole.get(plan)?.bucket;
    const place = bucket?.indexOf(plan) ?? -1;
    if (bucket && place >= 0) bucket[place] = withoutSegments(plan);
    this.forget(plan);
  }

  private dropOldest(): void {
    const [key, bucket] = this.buckets.entries().next().value ?? [];
    if (key === undefined) return;
    this.buckets.delete(key);
    for (const plan of bucket ?? []) this.forget(plan);
  }
}

function withoutSegments({ startJoints, detours }: CachedPlan): CachedPlan {
  return { startJoints, detours, segments: [] };
}

/** Returns the key of everything that a move's plan depends on except its start joints. */
export function keyOfTask({ request, scene }: Extract<PlanningTask, { kind: 'move' }>): string {
  const { startJoints: _start, knownDetours: _known, ...rest } = request;
  return hash([rest, scene ? hashWorld(scene) : null]);
}

/** Hashes of scenes, which can be megabytes and are used repeatedly. */
const worldHashes = new WeakMap<PlanningScene, string>();

function hashWorld(scene: PlanningScene): string {
  const known =
    worldHashes.get(scene) ?? hash([scene.robotKind, listAvoided(scene.obstacles), scene.endEffector, scene.base]);
  worldHashes.set(scene, known);
  return known;
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((angle, joint) => Math.abs(angle - (b[joint] ?? Number.NaN)) <= planCacheLimits.startJointTolerance);
}

function countNumbers({ segments, detours }: CachedPlan): number {
  const points = segments.reduce((sum, { trajectory }) => sum + trajectory.points.length, 0);
  const waypoints = detours.reduce((sum, detour) => sum + detour.waypoints.length, 0);
  return 19 * points + 6 * waypoints + 20;
}
