import { describe, expect, it } from 'vitest';
import { lengthText, lengthUnits } from './length.ts';

describe('a length to choose by', () => {
  it.each([
    ['meter', ['0.0001 m', '0.25 m']],
    ['millimeter', ['0.1 mm', '250 mm']],
    ['inch', ['0.004 in', '9.843 in']],
  ] as const)('is said in the unit that the user chose, without needless zeros: %s', (unit, said) => {
    expect([0.0001, 0.25].map((meters) => lengthText(meters, lengthUnits[unit]))).toEqual(said);
  });
});
