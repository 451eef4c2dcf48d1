import type { Breakpoint } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { editBreakpoints } from './edit-breakpoints.ts';

const before: Breakpoint = { stepID: 'a', when: 'before', condition: null, isEnabled: true };
const after: Breakpoint = { ...before, when: 'after' };
const other: Breakpoint = { ...before, stepID: 'b' };

describe('editBreakpoints', () => {
  it('changes the breakpoint of the step and side, and keeps the others and the order', () => {
    expect(editBreakpoints([before, after, other], after, { isEnabled: false })).toEqual([
      before,
      { ...after, isEnabled: false },
      other,
    ]);
  });

  it('removes a breakpoint', () => {
    expect(editBreakpoints([before, after, other], before, undefined)).toEqual([after, other]);
  });

  it('keeps both of two successive edits before the first is rendered', () => {
    const moved = editBreakpoints([before, other], before, { when: 'after' });
    expect(editBreakpoints(moved, before, { isEnabled: false })).toEqual([{ ...after, isEnabled: false }, other]);
  });

  it('changes nothing if the breakpoint was removed', () => {
    expect(editBreakpoints([other], before, { isEnabled: false })).toEqual([other]);
  });
});
