import { describe, expect, it } from 'vitest';
import { durationText, readDuration } from './duration-text.ts';

describe('durationText', () => {
  it.each([
    [0, 1, '0.0 s'],
    [8.44, 1, '8.4 s'],
    [8.449, 2, '8.45 s'],
    [59.94, 1, '59.9 s'],
    [59.97, 1, '1:00'],
    [59.97, 2, '59.97 s'],
    [59.999, 2, '1:00'],
    [60, 2, '1:00'],
    [125, 2, '2:05'],
    [125.9, 1, '2:05'],
    [3599.9, 1, '59:59'],
    [3725, 1, '1:02:05'],
    [90_000, 1, '25:00:00'],
  ])('formats %d s with %d digits as %s', (seconds, digits, text) => {
    expect(durationText(seconds, digits)).toBe(text);
  });
});

describe('readDuration', () => {
  it.each([
    ['12.5', 12.5],
    ['0', 0],
    ['125', 125],
    ['2:05', 125],
    ['2:05.5', 125.5],
    ['1:02:05', 3725],
  ])('reads %s as %d s', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  it.each(['', 'soon', '-1', '1e3', '2:', ':05', '2:61', '1:61:00', '1:1:1:1', '0x10', 'NaN', 'Infinity'])(
    'refuses %s',
    (text) => {
      expect(readDuration(text)).toBeUndefined();
    },
  );
});
