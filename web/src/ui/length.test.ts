import { describe, expect, it } from 'vitest';
import { lengthText, lengthUnits } from './length.ts';

describe('lengthText', () => {
  it.each([
    ['meter', ['0.0001 m', '0.25 m']],
    ['millimeter', ['0.1 mm', '250 mm']],
    ['inch', ['0.004 in', '9.843 in']],
  ] as const)('uses the unit of the user, without trailing zeros: %s', (unit, said) => {
    expect([0.0001, 0.25].map((meters) => lengthText(meters, lengthUnits[unit]))).toEqual(said);
  });
});
