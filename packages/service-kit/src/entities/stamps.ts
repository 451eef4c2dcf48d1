import type { AnyEntity } from '@cellwright/entities';
import type { StoredEntity } from './stored-entity.ts';

type Stamped = Omit<StoredEntity, 'body' | 'listing'>;

/** Returns a stored text for clients: its stamps, then its own fields. The text is not parsed. */
export function answerText(entity: AnyEntity, stored: Stamped, text: string): string {
  const { version, createdAt, updatedAt, updatedByID, updatedByName } = stored;
  const times = entity.stampsItself ? {} : { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  const head = JSON.stringify({ version, ...times, updatedByID, updatedByName });
  return text === '{}' ? head : `${head.slice(0, -1)},${text.slice(1)}`;
}
