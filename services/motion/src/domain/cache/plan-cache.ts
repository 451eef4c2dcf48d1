import { createHash } from 'node:crypto';
import { type PlanningScene, planCacheLimits } from '@cellwright/domain';
import type { Detour, MovePlan, MoveSegment } from '../move/request.ts';
import type { PlanningTask } from '../task.ts';

/** What is remembered of a plan: how it went, unless that was given up for room, and the ways round that it took. */
export interface CachedPlan {
  readonly startJoints: readonly number[];
  readonly segments: readonly MoveSegment[];
  readonly detours: readonly Detour[];
}

export type CacheHit =
  /** From exactly these joints: the plan as it was. */
  | { readonly kind: 'same'; readonly plan: MovePlan }
  /** From joints within the tolerance: its ways round, to be timed anew from where the arm is. */
  | { readonly kind: 'near'; readonly detours: readonly Detour[] };

/** Numbers that the whole plans may hold together: about 64 MiB. */
const maxNumbers = 8_000_000;

/**
 * The motion plan cache of the spec: a bucket for everything but the start joints (world, tool, payload, limits, targets,
 * seed), and in each the plans by their start, a thousand buckets of a thousand. Of the plans that were not asked for
 * longest only the ways round are kept, which are what takes time to find: they are timed anew.
 */
export class PlanCache {
  private readonly buckets = new Map<string, CachedPlan[]>();
  /** Whole plans and what they hold, the one that was not asked for longest first. */
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

  /** The plans of a bucket for a store behind this one: the newest whole, of all others their ways round. */
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

  /** What was asked for last goes last. */
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

/** Everything that a move's plan depends on but its start joints. */
export function keyOfTask({ request, scene }: Extract<PlanningTask, { kind: 'move' }>): string {
  const { startJoints: _start, knownDetours: _known, ...rest } = request;
  return hash([rest, scene ? hashWorld(scene) : null]);
}

/** Scenes can be megabytes, and are asked about again and again. */
const worldHashes = new WeakMap<PlanningScene, string>();

function hashWorld(scene: PlanningScene): string {
  const known = worldHashes.get(scene) ?? hash([scene.robotKind, scene.obstacles, scene.endEffector, scene.base]);
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
