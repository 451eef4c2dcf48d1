/** Returns the plural of an entity's noun: 'devices', 'robot identities', 'sets of feature flags'. */
export function pluralOf(noun: string): string {
  const [first = '', ...rest] = noun.split(' of ');
  const plural = /[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ies` : `${first}s`;
  return [plural, ...rest].join(' of ');
}
