import { describe, expect, it } from 'vitest';
import { findRepeatedName } from './same-name.ts';

describe('findRepeatedName', () => {
  it('returns the index of a name that differs only by how its characters are composed', () => {
    expect(findRepeatedName(['T\u00fcr', 'Lamp', 'Tu\u0308r'])).toBe(2);
    expect(findRepeatedName(['T\u00fcr', 'Tur', 't\u00fcr'])).toBeUndefined();
  });
});
