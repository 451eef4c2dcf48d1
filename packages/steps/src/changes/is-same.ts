/**
 * True if two JSON values are equal. The order of keys does not matter, and an absent field equals an undefined one.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const key of Object.keys(one)) if (!isSame(valueAt(one, key), valueAt(other, key))) return false;
  return Object.keys(other).every((key) => Object.hasOwn(one, key) || valueAt(other, key) === undefined);
}

/** Returns a field of a JSON object; undefined if it has no such own field. */
export function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
