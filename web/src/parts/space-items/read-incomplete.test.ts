import { describe, expect, it } from 'vitest';
import { newItem } from './new-item.ts';
import { isIncompleteItem } from './read-incomplete.ts';

const corner = { pose: { x: 0.5, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 } };

describe('An item that cannot be stored yet', () => {
  it('has the fields of its kind, and lacks a part', () => {
    const grid = newItem('gridPositionList', 'Grid ', [], false);
    const stored: unknown = JSON.parse(JSON.stringify({ ...grid, cornerA: corner }));
    expect(isIncompleteItem(stored)).toBe(true);
  });

  it('differs from a complete item, and from other data', () => {
    expect(isIncompleteItem(newItem('singlePosition', 'P', [], false))).toBe(false);
    expect(isIncompleteItem({ kind: 'gridPositionList' })).toBe(false);
    expect(isIncompleteItem({ ...newItem('gridPositionList', 'Grid ', [], false), cornerA: 'here' })).toBe(false);
    expect(isIncompleteItem('text')).toBe(false);
  });
});
