import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';

/** True if a value is an item that lacks a part, such as a grid with two corners: it cannot be stored yet. */
export function isIncompleteItem(value: unknown): value is SpaceItem {
  const read = spaceItemSchema.safeParse(value);
  if (read.success) return false;
  // Rules over several fields apply to items whose fields are right.
  return read.error.issues.every(({ code, path }) => code === 'custom' && path[0] !== 'formatVersion');
}
