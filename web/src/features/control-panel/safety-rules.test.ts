import { describe, expect, it } from 'vitest';
import { kindOfPair, setKindOfPair } from './safety-rules.ts';

const rules = [
  { pair: 1, kind: 'estop' },
  { pair: 3, kind: 'slow' },
];

describe('Safety rules in the control panel', () => {
  it('have one meaning per pair, or none without a rule', () => {
    expect([1, 2, 3].map((pair) => kindOfPair(rules, pair))).toEqual(['estop', 'none', 'slow']);
  });

  it('replace, add and remove the rule of one pair and keep the others', () => {
    expect(setKindOfPair(rules, 1, 'slow')).toEqual([
      { pair: 1, kind: 'slow' },
      { pair: 3, kind: 'slow' },
    ]);
    expect(setKindOfPair(rules, 2, 'estop').map(({ pair }) => pair)).toEqual([1, 2, 3]);
    expect(setKindOfPair(rules, 1, 'none')).toEqual([{ pair: 3, kind: 'slow' }]);
  });
});
