import { createHash } from 'node:crypto';
import { type PlanningScene, planCacheLimits } from '@cellwright/domain';
import type { Detour, MovePlan, MoveSegment } from '../move/request.ts';
import type { PlanningTask } from '../task.ts';

/** What is remembered of a plan: how it went, and the ways round that it took. */
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

/** Numbers that all plans together may hold: about 64 MiB. */
const maxNumbers = 8_000_000;

interface Bucket {
  readonly entries: CachedPlan[];
  numbers: number;
}

/**
 * The motion plan cache of the spec: a bucket for everything but the start joints (world, tool, payload, limits, targets,
 * seed), and in each the plans by their start. What was not asked for longest goes first.
 */
export class PlanCache {
  private readonly buckets = new Map<string, Bucket>();
  private numbers = 0;

  get size(): number {
    return this.buckets.size;
  }

  find(key: string, startJoints: readonly number[]): CacheHit | undefined {
    const bucket = this.buckets.get(key);
    if (!bucket) return undefined;
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const near = bucket.entries.filter((entry) => isNear(entry.startJoints, startJoints));
    const same = near.find((entry) => entry.startJoints.every((angle, joint) => angle === startJoints[joint]));
    if (same) return { kind: 'same', plan: { ok: true, segments: same.segments, detours: same.detours } };
    const useful = near.find(({ detours }) => detours.length > 0);
    return useful ? { kind: 'near', detours: useful.detours } : undefined;
  }

  has(key: string): boolean {
    return this.buckets.has(key);
  }

  add(key: string, plan: CachedPlan): void {
    const bucket = this.buckets.get(key) ?? { entries: [], numbers: 0 };
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const size = countNumbers(plan);
    bucket.entries.unshift(plan);
    this.grow(bucket, size);
    if (bucket.entries.length > planCacheLimits.entriesPerBucket) this.dropOldest(bucket);
    while (this.buckets.size > planCacheLimits.buckets || (this.numbers > maxNumbers && this.buckets.size > 1)) {
      const [oldest, dropped] = this.buckets.entries().next().value ?? [];
      if (oldest === undefined || !dropped) break;
      this.buckets.delete(oldest);
      this.numbers -= dropped.numbers;
    }
    while (this.numbers > maxNumbers && bucket.entries.length > 1) this.dropOldest(bucket);
  }

  /** The newest plans of a bucket, for a store behind this one. */
  newest(key: string, count: number): readonly CachedPlan[] {
    return this.buckets.get(key)?.entries.slice(0, count) ?? [];
  }

  clear(): void {
    this.buckets.clear();
    this.numbers = 0;
  }

  private dropOldest(bucket: Bucket): void {
    const dropped = bucket.entries.pop();
    if (dropped) this.grow(bucket, -countNumbers(dropped));
  }

  private grow(bucket: Bucket, numbers: number): void {
    bucket.numbers += numbers;
    this.numbers += numbers;
  }
}

/** Everything that a move's plan depends on but its start joints. */
export function keyOfTask({ request, scene }: Extract<PlanningTask, { kind: 'move' }>): string {
  const { startJoints: _start, knownDetours: _known, ...rest } = request;
  return hash([rest, scene ? hashWorld(scene) : null]);
}

/** Scenes can be megabytes, and are asked about again and again. */
const worldHashes = new WeakMap<PlanningScene, string>();

function hashWorld(scene: PlanningScene): string {
  const known = worldHashes.get(scene) ?? hash([scene.robotKind, scene.obstacles, scene.endEffector]);
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
