import type { SpaceItem } from '@cellwright/domain/space';

/**
 * Returns the label of a position of an item in a picture. In a list, the first has the list's name and the others,
 * which lie beside it, their number: overlapping names cannot be read. The chosen position has its full name.
 */
export function nameOfPlace({ name, positions }: SpaceItem, index: number, isMeant: boolean): string {
  const own = positions[index]?.name;
  if (own !== undefined) return own;
  if (positions.length === 1) return name;
  return isMeant || index === 0 ? `${name} ${index + 1}` : String(index + 1);
}
