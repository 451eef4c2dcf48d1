import { describe, expect, it } from 'vitest';
import { readPlace, readUnit } from './scene-options.ts';

describe('readPlace', () => {
  it.each([
    ['0.5,0,0.2', [0.5, 0, 0.2]],
    ['-1, +2.5 ,.25', [-1, 2.5, 0.25]],
  ])('reads %s', (text, place) => {
    expect(readPlace(text)).toEqual(place);
  });

  it.each(['', '1,2', '1,2,3,4', '1,,3', ',,', '1, ,3', '1,2,x', '1,2,0x10', '1,2,1e999', 'NaN,0,0', 'Infinity,0,0'])(
    'refuses %s',
    (text) => {
      expect(readPlace(text)).toBeUndefined();
    },
  );
});

describe('readUnit', () => {
  it('accepts only its own names', () => {
    expect(readUnit('mm')).toBe(0.001);
    for (const name of ['', 'MM', 'constructor', 'toString', '__proto__']) expect(readUnit(name)).toBeUndefined();
  });
});
