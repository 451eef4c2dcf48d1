/** A pair of ports with the meaning that the robot goes by, and the one that is stored; `none` is no meaning. */
export interface RuleRow<Kind extends string> {
  readonly pair: number;
  readonly inForce: Kind | 'none' | undefined;
  readonly stored: Kind | 'none';
}

interface Rule<Kind extends string> {
  readonly pair: number;
  readonly kind: Kind;
}

/** Every pair that has a meaning somewhere, in order. `inForce` is undefined while nobody knows what the robot goes by. */
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
