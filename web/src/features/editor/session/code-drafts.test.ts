import { describe, expect, it } from 'vitest';
import { withCodeDrafts } from './code-drafts.ts';

const stored = { id: 'codeBlock_1', name: 'Count', source: 'await cell.report("1");' };
const other = { id: 'codeBlock_2', name: 'Other', source: '' };

describe('Code that is not saved yet', () => {
  it('takes the place of the stored code of its block', () => {
    const cell = { codeBlocks: [stored, other] };
    const draft = { id: 'codeBlock_1', name: 'Count up', source: 'const = 1', base: 3 };
    expect(withCodeDrafts(cell, [draft]).codeBlocks).toEqual([
      { id: 'codeBlock_1', name: 'Count up', source: 'const = 1' },
      other,
    ]);
  });

  it('leaves a cell without drafts, or one that is not known, as it is', () => {
    const cell = { codeBlocks: [stored] };
    expect(withCodeDrafts(cell, [])).toBe(cell);
    const unknown = { codeBlocks: undefined };
    expect(withCodeDrafts(unknown, [{ ...stored, base: 1 }])).toBe(unknown);
  });
});
