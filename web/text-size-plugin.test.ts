import { describe, expect, it } from 'vitest';
import { inRem } from './text-size-plugin.ts';

describe('Sizes of text', () => {
  it.each([
    ['14px', '0.875rem'],
    ['clamp(16px, 2vw, 20px)', 'clamp(1rem, 2vw, 1.25rem)'],
    ['1.25', '1.25'],
    ['2rem', '2rem'],
  ])('converts %s to %s', (px, rem) => expect(inRem(px)).toBe(rem));
});
