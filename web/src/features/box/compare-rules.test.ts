import { describe, expect, it } from 'vitest';
import { compareRules } from './compare-rules.ts';

const stop = { pair: 2, kind: 'estop' } as const;
const slow = { pair: 1, kind: 'slow' } as const;

describe('compareRules', () => {
  it('returns one row per pair, in order', () => {
    expect(compareRules([stop, slow], [slow, stop])).toEqual([
      { pair: 1, inForce: 'slow', stored: 'slow' },
      { pair: 2, inForce: 'estop', stored: 'estop' },
    ]);
  });

  it('includes rules that are new, changed and removed', () => {
    const changed = { pair: 1, kind: 'reset' } as const;
    expect(compareRules([changed, stop], [slow, { pair: 8, kind: 'slow' }])).toEqual([
      { pair: 1, inForce: 'slow', stored: 'reset' },
      { pair: 2, inForce: 'none', stored: 'estop' },
      { pair: 8, inForce: 'slow', stored: 'none' },
    ]);
  });

  it('omits pairs without a meaning', () => {
    expect(compareRules([{ pair: 3, kind: 'none' }], [])).toEqual([]);
  });

  it('leaves the rule in force undefined while it is unknown', () => {
    expect(compareRules([stop], undefined)).toEqual([{ pair: 2, inForce: undefined, stored: 'estop' }]);
  });
});
