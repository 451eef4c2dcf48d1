import { describe, expect, it } from 'vitest';
import { withCodeDrafts } from './code-drafts.ts';

const stored = { id: 'codeBlock_1', name: 'Count', source: 'await cell.report("1");' };
const other = { id: 'codeBlock_2', name: 'Other', source: '' };

describe('Unsaved code', () => {
  it('replaces the stored code of its block', () => {
    const cell = { codeBlocks: [stored, other] };
    const draft = { id: 'codeBlock_1', name: 'Count up', source: 'const = 1', base: 3 };
    expect(withCodeDrafts(cell, [draft]).codeBlocks).toEqual([
      { id: 'codeBlock_1', name: 'Count up', source: 'const = 1' },
      other,
    ]);
  });

  it('does not change an unknown cell, or one without drafts', () => {
    const cell = { codeBlocks: [stored] };
    expect(withCodeDrafts(cell, [])).toBe(cell);
    const unknown = { codeBlocks: undefined };
    expect(withCodeDrafts(unknown, [{ ...stored, base: 1 }])).toBe(unknown);
  });
});
