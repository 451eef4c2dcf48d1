import type { EntityQuery } from '@cellwright/entities';
import type { AnsweredEntity } from './entity-host.ts';

/** Documents that their owner answers from what it has, instead of the store: an entity that `isComputed`. */
export interface EntitySource {
  /** `revision` counts the entity's events, at a moment not after the items were read. */
  find(
    query: EntityQuery,
  ): Promise<{ readonly items: readonly AnsweredEntity[]; readonly total: number; readonly revision: number }>;
  /** @throws ProductError not_found */
  get(id: string): Promise<AnsweredEntity>;
}
