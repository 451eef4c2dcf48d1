/**
 * Returns the roles in a claim, whose name may contain dots: first the claim of that name, then the path through nested
 * objects ('realm_access.roles'). A single text counts as a list of one.
 */
export function readRoles(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : follow(claims, name.split('.'));
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((role) => typeof role === 'string');
}

/** True if the claim exists, even if it is empty. */
export function hasRoleClaim(claims: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(claims, name) || follow(claims, name.split('.')) !== undefined;
}

function follow(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return follow(Reflect.get(value, first), rest);
}
