/** Returns the items with unique names: equal names get a number. */
export function withDistinctNames<T extends { readonly name: string }>(things: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return things.map((thing) => {
    const { name } = thing;
    if (counts.get(name) === 1) return thing;
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    return { ...thing, name: `${name} (${place})` };
  });
}
