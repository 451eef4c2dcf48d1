/** True if a user cannot tell two names apart by how their characters are composed. */
export function isSameName(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

/** Returns the index of the first name that occurs earlier in the list; undefined if all are distinct. */
export function findRepeatedName(names: readonly string[]): number | undefined {
  const index = names.findIndex((name, at) => names.slice(0, at).some((earlier) => isSameName(earlier, name)));
  return index === -1 ? undefined : index;
}
