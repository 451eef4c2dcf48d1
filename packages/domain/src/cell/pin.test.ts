import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGuessablePin, pinSchema } from './pin.ts';

describe('isGuessablePin', () => {
  it.each(['0000', '1111', '1234', '4321', '7890', '0987', '123456', '1212', '123123', '1122', '2580', '1984', '2026'])(
    'recognises %s',
    (pin) => expect(isGuessablePin(pin)).toBe(true),
  );

  it.each(['0001', '1112', '00001', '7777777778', '55550555'])('recognises all digits but one in %s', (pin) =>
    expect(isGuessablePin(pin)).toBe(true),
  );

  it.each(['121314', '102030', '11121314', '302010', '998877'])('recognises the count of two digits in %s', (pin) =>
    expect(isGuessablePin(pin)).toBe(true),
  );

  it.each(['4711', '493817', '271828', '8091', '31415926', '112358', '1200', '140326'])('accepts %s', (pin) =>
    expect(isGuessablePin(pin)).toBe(false),
  );

  it('recognises every PIN of one repeated digit, of any length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 4, max: 12 }), (digit, length) =>
        isGuessablePin(String(digit).repeat(length)),
      ),
    );
  });
});

describe('pinSchema', () => {
  it('rejects a guessable PIN with instructions', () => {
    expect(pinSchema.safeParse('1234').error?.issues[0]?.message).toBe(
      'This PIN is easy to guess. Avoid repeated digits, runs and years',
    );
    expect(pinSchema.safeParse('4711').success).toBe(true);
  });
});
