import type { SpaceItem } from '@cellwright/domain';

/**
 * Name of a position of an item in a picture. In a list, the first says whose they are and the others, which lie
 * beside it, their number: names one over the other are read by nobody. The one that is meant says its whole name.
 */
export function nameOfPlace({ name, positions }: SpaceItem, index: number, isMeant: boolean): string {
  const own = positions[index]?.name;
  if (own !== undefined) return own;
  if (positions.length === 1) return name;
  return isMeant || index === 0 ? `${name} ${index + 1}` : String(index + 1);
}
