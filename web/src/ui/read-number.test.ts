import { describe, expect, it } from 'vitest';
import { readNumber, separatorIn, textWith } from './read-number.ts';

describe('a typed number', () => {
  it('has its decimals behind a point or a comma', () => {
    expect(readNumber('0,5', true)).toBe(0.5);
    expect(readNumber('0.5', true)).toBe(0.5);
    expect(readNumber('-12,25', true)).toBe(-12.25);
    expect(readNumber(',5', true)).toBe(0.5);
    expect(readNumber('1,', true)).toBe(1);
    expect(readNumber('1 000', true)).toBe(1000);
  });

  it('that is only begun is none yet', () => {
    for (const text of ['', '-', '.', ',']) expect(readNumber(text, true)).toBe('');
  });

  it('is not one of what no one can tell, nor of words', () => {
    for (const text of ['abc', '1,234.5', '1.2.3', '5 mm', '1e3', '--1'])
      expect(readNumber(text, true)).toBeUndefined();
  });

  it('without decimals takes none', () => {
    expect(readNumber('12', false)).toBe(12);
    expect(readNumber('1,5', false)).toBeUndefined();
  });

  it('says what its decimals are behind', () => {
    expect(separatorIn('0,5')).toBe(',');
    expect(separatorIn('0.5')).toBe('.');
    expect(separatorIn('5')).toBeUndefined();
  });
});

it('what is typed stands in the place of what was selected', () => {
  expect(textWith({ value: '12 mm', selectionStart: 1, selectionEnd: 2 }, ',5')).toBe('1,5 mm');
  expect(textWith({ value: '12', selectionStart: null, selectionEnd: null }, '3')).toBe('123');
});
