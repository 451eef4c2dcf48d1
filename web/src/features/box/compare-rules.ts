/** Pair of ports with its meaning in force, and the stored one; `none` is no meaning. */
export interface RuleRow<Kind extends string> {
  readonly pair: number;
  readonly inForce: Kind | 'none' | undefined;
  readonly stored: Kind | 'none';
}

interface Rule<Kind extends string> {
  readonly pair: number;
  readonly kind: Kind;
}

/**
 * Returns every pair that has a meaning in either list, in order. `inForce` is undefined while the rules in force are
 * unknown.
 */
export function compareRules<Kind extends string>(
  stored: readonly Rule<Kind>[],
  inForce: readonly Rule<Kind>[] | undefined,
): RuleRow<Kind>[] {
  const kindOf = (rules: readonly Rule<Kind>[], pair: number): Kind | 'none' =>
    rules.find((rule) => rule.pair === pair)?.kind ?? 'none';
  const pairs = new Set([...stored, ...(inForce ?? [])].map(({ pair }) => pair));
  return [...pairs]
    .sort((one, other) => one - other)
    .map((pair) => ({ pair, inForce: inForce && kindOf(inForce, pair), stored: kindOf(stored, pair) }))
    .filter((row) => row.stored !== 'none' || (row.inForce ?? 'none') !== 'none');
}
