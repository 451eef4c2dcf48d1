import { createHash } from 'node:crypto';

/**
 * Exhaustive tests run a small fixed share in `npm test` and everything in `npm run test:exhaustive`, which can be cut into
 * slices (`--slice 3/10`). EXHAUSTIVE=1 and SLICE=K/N are set by the gate.
 */

export interface Slice {
  /** Counted from 1. */
  readonly index: number;
  readonly count: number;
}

/** Share of a long list that runs in `npm test`. */
const normalShare = 0.05;

/** True if everything runs, not only the share of `npm test`. */
export function isExhaustive(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.EXHAUSTIVE === '1';
}

/**
 * Registers tests that run in exhaustive runs only: variants of a behaviour that a test of `npm test` already covers. A
 * slice runs such files as a whole.
 */
export function inExhaustiveRuns(register: () => void, env: NodeJS.ProcessEnv = process.env): void {
  if (isExhaustive(env)) register();
}

/**
 * Returns rows of a table of tests: the chosen ones in `npm test`, all in an exhaustive run. A slice runs such files as
 * a whole.
 */
export function pickRows<Row>(
  all: readonly Row[],
  chosen: readonly NoInfer<Row>[],
  env: NodeJS.ProcessEnv = process.env,
): readonly Row[] {
  return isExhaustive(env) ? all : chosen;
}

/** Returns the number of generated cases of a property: the first in `npm test`, the second in an exhaustive run. */
export function propertyRuns(normal: number, exhaustive: number, env: NodeJS.ProcessEnv = process.env): number {
  return isExhaustive(env) ? exhaustive : normal;
}

/**
 * Returns the items of a long list to test now: a small fixed share (at least one) in `npm test`, the slice's part in
 * an exhaustive run with a slice, else all. Order and content of each part depend only on the keys. Keys must be
 * unique.
 */
export function sliceOf<T>(
  items: readonly T[],
  key: (item: T) => string,
  { share = normalShare, env = process.env }: { readonly share?: number; readonly env?: NodeJS.ProcessEnv } = {},
): readonly T[] {
  const slice = isExhaustive(env) ? parseSlice(env.SLICE) : undefined;
  if (isExhaustive(env) && !slice) return items;
  const ranks = rankByKey(items, key);
  if (slice) return items.filter((item) => (ranks.get(key(item)) ?? 0) % slice.count === slice.index - 1);
  const kept = Math.max(1, Math.ceil(items.length * share));
  return items.filter((item) => (ranks.get(key(item)) ?? 0) < kept);
}

/** Parses `K/N`. Undefined without a text; throws if it is not a slice. */
export function parseSlice(text: string | undefined): Slice | undefined {
  if (text === undefined || text === '') return undefined;
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (!index || !count || index > count)
    throw new Error(`'${text}' is not a slice. Use K/N with K from 1 to N, as 3/10.`);
  return { index, count };
}

/** Ranks the keys in an order that mixes neighbours, so that similar items are in different slices. */
function rankByKey<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, number> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const keys = items.map(key).map((text) => ({ text, hash: hashOf(text) }));
  keys.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Map(keys.map(({ text }, rank) => [text, rank]));
}
