import { describe, expect, it } from 'vitest';
import { readRange, rowsOf, valueText, withRegister } from './probe-table.ts';

describe('rowsOf', () => {
  it('decodes registers in every format and byte order', () => {
    // 123456.0 as float32 in the order ABCD, as the makers' tables spell it.
    const [first, second] = rowsOf({ table: 'holdingRegister', offset: 40, values: [0x47f1, 0x2000] });
    const shown = Object.fromEntries(
      (first?.decodings ?? []).map(({ format, order, value }) => [`${format} ${order}`, valueText(value)]),
    );
    expect(shown).toMatchObject({
      'uint16 ABCD': '18417',
      'uint16 BADC': '61767',
      'int16 BADC': '-3769',
      'uint32 ABCD': '1206984704',
      'uint32 CDAB': '536889329',
      'float32 ABCD': '123456',
    });
    expect(Object.keys(shown)).toHaveLength(16);
    expect([first?.offset, first?.raw, second?.raw]).toEqual([40, '47F1', '2000']);
    // The last register has no second one for 32 bits.
    const doubles = second?.decodings.filter(({ format }) => format.endsWith('32')) ?? [];
    expect(doubles.map(({ value }) => value)).toEqual(doubles.map(() => undefined));
    expect(doubles).toHaveLength(12);
  });

  it('returns bits for coils, and nothing for a missing address', () => {
    const rows = rowsOf({ table: 'coil', offset: 0, values: [1, null] });
    expect(rows).toEqual([
      { offset: 0, raw: '1', decodings: [{ format: 'boolean', order: 'ABCD', value: true }] },
      { offset: 1, raw: undefined, decodings: [{ format: 'boolean', order: 'ABCD', value: undefined }] },
    ]);
  });

  it('shortens floats to the precision of 32 bits', () => {
    expect([valueText(0.1 + 2 ** -30), valueText(true), valueText(undefined)]).toEqual(['0.1', 'true', '–']);
  });
});

describe('readRange', () => {
  it.each([
    ['', 8],
    [-1, 8],
    [0, 65],
    [65_530, 8],
  ])('reads from %s with a count of %s only if the range is valid', (offset, count) => {
    expect(readRange({ table: 'coil', offset, count })).toBe(undefined);
  });

  it('returns a valid range unchanged', () => {
    expect(readRange({ table: 'coil', offset: 65_528, count: 8 })).toEqual({ table: 'coil', offset: 65_528, count: 8 });
  });
});

describe('withRegister', () => {
  const config = { kind: 'ModbusTCPServer', name: 'Scale', registers: [{ id: 'a', name: 'Mass', offset: 0 }] };
  const choice = { table: 'inputRegister', offset: 40, format: 'float32', order: 'CDAB' } as const;

  it('adds a register with type, offset, format and byte order', () => {
    expect(withRegister(config, choice, { id: 'b', name: 'Level' })).toEqual({
      isValid: true,
      registers: [
        { id: 'a', name: 'Mass', offset: 0 },
        { id: 'b', name: 'Level', type: 'inputRegister', offset: 40, format: 'float32', order: 'CDAB' },
      ],
    });
  });

  it('refuses a name that is taken', () => {
    expect(withRegister(config, choice, { id: 'b', name: 'Mass' })).toEqual({
      isValid: false,
      problem: 'Two registers have the same name. Change one',
    });
  });
});
