interface Rule<Kind extends string> {
  readonly pair: number;
  readonly kind: Kind;
}

/** Returns the meaning of a pair of ports; `none` without a rule. */
export function kindOfPair<Kind extends string>(rules: readonly Rule<Kind>[], pair: number): Kind | 'none' {
  return rules.find((rule) => rule.pair === pair)?.kind ?? 'none';
}

/** Returns the rules with another meaning for one pair, in the order of the pairs; `none` removes its rule. */
export function setKindOfPair<Kind extends string>(
  rules: readonly Rule<Kind>[],
  pair: number,
  kind: Kind,
): { pair: number; kind: Kind }[] {
  const others = rules.filter((rule) => rule.pair !== pair);
  const all = kind === 'none' ? others : [...others, { pair, kind }];
  return all.map((rule) => ({ ...rule })).sort((one, other) => one.pair - other.pair);
}
