import { ProductError } from '@cellwright/domain/basics';
import { allEntities } from '../entities.ts';
import type { AnyEntity, Owner } from './definition.ts';

/** A document that references another. */
export interface EntityUse {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
}

/** Returns the services that own documents with references. */
export function ownersWithReferences(): readonly Owner[] {
  return [...new Set(allEntities.filter(({ referencesOf }) => referencesOf).map(({ owner }) => owner))];
}

/**
 * Refuses a change of a used document.
 * @throws ProductError conflict when the document is used, naming where.
 */
export function refuseUsed({ noun }: Pick<AnyEntity, 'noun'>, uses: readonly EntityUse[]): void {
  if (uses.length === 0) return;
  const shown = uses.slice(0, 3).map(({ name }) => `'${name}'`);
  const more = uses.length > shown.length ? ` and ${uses.length - shown.length} more` : '';
  throw new ProductError(
    'conflict',
    `The ${noun} is used by ${shown.join(', ')}${more}. Change that first, then remove it`,
    { usedBy: uses.map(({ entity, id, name }) => ({ entity, id, name })) },
  );
}
