import type { EntityQuery } from '@cellwright/entities';

/**
 * Returns the limit of a page. A page that is shorter than requested, because its documents are large, has its maximum
 * length.
 */
export function servedLimit(
  { limit, offset }: Pick<EntityQuery, 'limit' | 'offset'>,
  count: number,
  total: number,
): number {
  return count < Math.min(limit, total - offset) ? count : limit;
}
