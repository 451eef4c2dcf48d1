import { describe, expect, it } from 'vitest';
import { readWidth } from './PaneDivider.tsx';

describe('readWidth', () => {
  it('reads whole pixels and rejects other stored values', () => {
    expect(readWidth('480')).toBe(480);
    for (const stored of [null, '', '0', '-20', '4.5', '1e9', 'NaN', '99999'])
      expect(readWidth(stored)).toBeUndefined();
  });
});
