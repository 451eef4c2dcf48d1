import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteOrders, decodeDoubleWord, encodeDoubleWord } from './double-words.ts';

it.each([
  ['ABCD', [0x0102, 0x0304]],
  ['CDAB', [0x0304, 0x0102]],
  ['BADC', [0x0201, 0x0403]],
  ['DCBA', [0x0403, 0x0201]],
] as const)('The order %s sends the bytes of 0x01020304 as written', (order, registers) => {
  expect(encodeDoubleWord(0x01020304, order)).toEqual(registers);
});

it('Every number is read back in every order', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.constantFrom(...byteOrders), (value, order) => {
      const [first, second] = encodeDoubleWord(value, order);
      expect(decodeDoubleWord(first, second, order)).toBe(value);
    }),
  );
});
