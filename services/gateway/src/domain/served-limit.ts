import type { EntityQuery } from '@cellwright/entities';

/** The limit of a page. One that is shorter than was asked for, because its documents are large, is as long as it may be. */
export function servedLimit(
  { limit, offset }: Pick<EntityQuery, 'limit' | 'offset'>,
  count: number,
  total: number,
): number {
  return count < Math.min(limit, total - offset) ? count : limit;
}
