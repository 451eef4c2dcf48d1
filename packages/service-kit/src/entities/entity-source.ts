import type { EntityQuery } from '@cellwright/entities';
import type { AnsweredEntity } from './entity-host.ts';

/** Documents that their owner computes instead of storing: an entity that `isComputed`. */
export interface EntitySource {
  /** Returns one page. `revision` counts the entity's events up to a moment not after the items were read. */
  find(
    query: EntityQuery,
  ): Promise<{ readonly items: readonly AnsweredEntity[]; readonly total: number; readonly revision: number }>;
  /**
   * Returns a document.
   * @throws ProductError not_found
   */
  get(id: string): Promise<AnsweredEntity>;
}
