import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeRegisters,
  encodeRegisters,
  ranges,
  registerFormats,
  registerOrders,
  wordsOf,
} from './register-format.ts';

const order = fc.record({
  byteOrder: fc.constantFrom(...registerOrders),
  wordOrder: fc.constantFrom(...registerOrders),
});

describe('Registers', () => {
  it.each(registerFormats)('in the format %s hold the written value in every order', (format) => {
    const { minimum, maximum } = ranges[format];
    const value =
      format === 'float32'
        ? fc.float({ noNaN: true, noDefaultInfinity: true })
        : fc.integer({ min: minimum, max: maximum });
    fc.assert(
      fc.property(value, order, (given, by) => {
        const words = encodeRegisters(given, format, by);
        expect(words).toHaveLength(wordsOf(format));
        for (const word of words ?? []) expect(Number.isInteger(word) && word >= 0 && word <= 65_535).toBe(true);
        const held = decodeRegisters(words ?? [], format, by);
        expect(Number(held) === given).toBe(true);
      }),
    );
  });

  it.each(registerFormats)('in the format %s reject values that do not fit', (format) => {
    const { minimum, maximum } = ranges[format];
    const by = { byteOrder: 'bigEndian', wordOrder: 'bigEndian' } as const;
    const step = format === 'float32' ? 1e36 : 1;
    for (const wrong of [minimum - step, maximum + step, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(encodeRegisters(wrong, format, by)).toBeUndefined();
    }
  });
});
