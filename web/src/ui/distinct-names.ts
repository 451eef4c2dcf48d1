/** Returns the items with unique names: equal names get a number that makes a name no other item has. */
export function withDistinctNames<T extends { readonly name: string }>(things: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  const lastPlaces = new Map<string, number>();
  return things.map((thing) => {
    const { name } = thing;
    if (counts.get(name) === 1) return thing;
    let place = lastPlaces.get(name) ?? 0;
    do place += 1;
    while (taken.has(`${name} (${place})`));
    lastPlaces.set(name, place);
    return { ...thing, name: `${name} (${place})` };
  });
}
