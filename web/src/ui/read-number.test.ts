import { describe, expect, it } from 'vitest';
import { countDigitsBehind, hasGroups, readNumber, type Separator, separatorIn, textWith } from './read-number.ts';

describe('A typed number', () => {
  it.each<[Separator, string, number]>([
    ['.', '0,5', 0.5],
    ['.', '0.5', 0.5],
    ['.', '-12,25', -12.25],
    ['.', ',5', 0.5],
    ['.', '1,', 1],
    ['.', '1 000', 1000],
    ['.', '1,500', 1500],
    ['.', '-1,500', -1500],
    ['.', '12,345.67', 12345.67],
    ['.', '1,234,567', 1234567],
    ['.', '1500,000', 1500000],
    ['.', '0,500', 0.5],
    ['.', '1.500', 1.5],
    ['.', '1,5000', 1.5],
    ['.', "1'500", 1500],
    [',', '1.500', 1500],
    [',', '1.234.567,8', 1234567.8],
    [',', '1,500', 1.5],
    [',', '0.500', 0.5],
    [',', '1.5', 1.5],
    [',', '1 500,25', 1500.25],
  ])('with the decimal separator %s: %s is %d', (separator, text, number) => {
    expect(readNumber(text, true, separator)).toBe(number);
  });

  it.each<[Separator, string]>([
    ['.', '1.234,5'],
    ['.', '1.234.567'],
    ['.', '1,23,4'],
    ['.', '1,5.5'],
    [',', '1,234.5'],
    [',', '1,234,567'],
    [',', '1.2.3'],
  ])('with the decimal separator %s: %s is invalid', (separator, text) => {
    expect(readNumber(text, true, separator)).toBeUndefined();
  });

  it('counts as empty while only its beginning is typed', () => {
    for (const text of ['', '-', '.', ',']) expect(readNumber(text, true, '.')).toBe('');
  });

  it('rejects words', () => {
    for (const text of ['abc', '5 mm', '1e3', '--1']) expect(readNumber(text, true, '.')).toBeUndefined();
  });

  it('accepts only thousands separators when decimals are not allowed', () => {
    expect(readNumber('12', false, '.')).toBe(12);
    expect(readNumber('1,5', false, '.')).toBeUndefined();
    expect(readNumber('1,500', false, '.')).toBe(1500);
    expect(readNumber('1.500', false, ',')).toBe(1500);
    expect(readNumber('1.500', false, '.')).toBeUndefined();
  });

  it('yields its decimal separator, and whether it has thousands separators', () => {
    expect(separatorIn('0,5')).toBe(',');
    expect(separatorIn('0.5')).toBe('.');
    expect(separatorIn('5')).toBeUndefined();
    expect(hasGroups('1,500', '.')).toBe(true);
    expect(hasGroups('1,500', ',')).toBe(false);
  });
});

it('textWith replaces the selected text', () => {
  expect(textWith({ value: '12 mm', selectionStart: 1, selectionEnd: 2 }, ',5')).toBe('1,5 mm');
  expect(textWith({ value: '12', selectionStart: null, selectionEnd: null }, '3')).toBe('123');
});

it.each([
  ['1,23 s', 4, 0],
  ['1,23 s', 1, 2],
  ['12', 2, 0],
])('countDigitsBehind in %j at %d is %d', (value, selectionEnd, count) => {
  const suffix = value.endsWith(' s') ? ' s' : '';
  expect(countDigitsBehind({ value, selectionStart: selectionEnd, selectionEnd }, suffix)).toBe(count);
});
