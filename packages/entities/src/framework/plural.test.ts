import { describe, expect, it } from 'vitest';
import { allEntities } from '../entities.ts';
import { pluralOf } from './plural.ts';

describe('pluralOf', () => {
  it.each([
    ['device', 'devices'],
    ['robot identity', 'robot identities'],
    ['set of feature flags', 'sets of feature flags'],
    ['set of external control settings', 'sets of external control settings'],
    ['safety settings document', 'safety settings documents'],
  ])('turns %s into %s', (noun, plural) => expect(pluralOf(noun)).toBe(plural));

  it('leaves no double s and no ys in the nouns of the entities', () => {
    for (const { noun } of allEntities) expect(pluralOf(noun)).not.toMatch(/ss$|[^aeiou]ys$/);
  });
});
