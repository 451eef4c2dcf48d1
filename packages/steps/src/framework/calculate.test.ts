import { maxVariableTextLength, type VariableValue } from '@cellwright/domain/basics';
import { functionNames, type Operation, operationNames, operations } from '@cellwright/domain/formula';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';

function result(operation: Operation, ...values: VariableValue[]): VariableValue {
  const evaluation = calculate(operation, values);
  return evaluation.ok ? evaluation.value : evaluation.message;
}

describe('A calculation', () => {
  it.each<[Operation, VariableValue[], VariableValue]>([
    ['+', [1, 2, '3'], 6],
    ['-', [5, 2], 3],
    ['-', [5], -5],
    ['*', [2, 3, 4], 24],
    ['/', [1, 4], 0.25],
    ['%', [7, 3], 1],
    ['%', [-1, 3], 2],
    ['&', ['Part ', 7, true], 'Part 7true'],
    ['abs', [-2], 2],
    ['round', [2.5], 3],
    ['round', [-2.5], -3],
    ['round', [1.005, 2], 1.01],
    ['round', [1234, -2], 1200],
    ['round', [1e-10, 2], 0],
    ['floor', [-0.5], -1],
    ['ceil', [0.2], 1],
    ['min', [3, 1, 2], 1],
    ['max', [3, 1, 2], 3],
    ['sqrt', [9], 3],
    ['power', [2, 10], 1024],
    ['number', [' 4.5 '], 4.5],
    ['text', [4.5], '4.5'],
    ['text', [4, 2], '4.00'],
    ['length', ['Gr\u00fc\u00dfe \u{1f600}'], 7],
    ['upper', ['ab'], 'AB'],
    ['lower', ['AB'], 'ab'],
    ['trim', [' a '], 'a'],
    ['left', ['abc', 2], 'ab'],
    ['right', ['abc', 2], 'bc'],
    ['right', ['abc', 0], ''],
    ['mid', ['abcd', 2, 2], 'bc'],
    ['contains', ['abc', 'b'], true],
    ['startsWith', ['abc', 'b'], false],
    ['endsWith', ['abc', 'c'], true],
    ['replace', ['a-b-c', '-', '+'], 'a+b+c'],
    ['not', ['high'], false],
    ['if', [true, 1, 2], 1],
  ])('%s of %j is %j', (operation, values, expected) => {
    expect(result(operation, ...values)).toBe(expected);
  });

  it.each<[Operation, VariableValue[], string]>([
    ['+', ['Part', 1], '+ needs numbers, not "Part". Join texts with &'],
    ['*', [true, 1], '* needs numbers, not true'],
    ['/', [1, 0], 'Division by zero'],
    ['%', [1, 0], 'Division by zero'],
    ['sqrt', [-1], 'sqrt of -1 is not a number'],
    ['power', [10, 400], 'power gives a number that is not finite'],
    [
      '*',
      [9_007_199_254_740_991, 2],
      '* gives a number beyond \u00b19007199254740991, whose last digits would be lost. Use a text',
    ],
    ['round', [1, 0.5], 'round takes -15 to 15 decimals, not 0.5'],
    ['left', ['a', -1], 'left needs a whole number of characters, not -1'],
    ['mid', ['a', 0, 1], 'mid counts characters from 1'],
    ['replace', ['a', '', 'b'], 'replace needs a text to look for'],
    ['not', ['maybe'], 'not needs true or false, not "maybe"'],
  ])('%s of %j fails: %s', (operation, values, message) => {
    expect(calculate(operation, values)).toEqual({ ok: false, message });
  });

  it('limits the length of texts before it builds them', () => {
    const long = 'a'.repeat(maxVariableTextLength);
    expect(result('replace', long, 'a', long)).toBe(
      `replace gives a text of more than ${maxVariableTextLength} characters`,
    );
    expect(result('&', long, 'a')).toBe(`& gives a text of more than ${maxVariableTextLength} characters`);
  });

  it('always returns a value that a variable can store, or a reason', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.integer());
    const used = fc.constantFrom(...operationNames, ...functionNames);
    fc.assert(
      fc.property(used, fc.array(value, { minLength: 3, maxLength: 3 }), (operation, values) => {
        const evaluation = calculate(operation, values.slice(0, operations[operation].maximum));
        expect(typeof (evaluation.ok ? evaluation.value : evaluation.message)).toMatch(/string|number|boolean/);
      }),
    );
  });
});
