import { describe, expect, it } from 'vitest';
import { formatBytes, formatMS } from './format-facts.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1500, '1.5 kB'],
    [123_400_000, '123 MB'],
    [50_000_000_000, '50.0 GB'],
  ])('formats %i', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('formatMS', () => {
  it.each([
    [0.04, '0.0 ms'],
    [3.25, '3.3 ms'],
    [1234.4, '1234 ms'],
  ])('formats %d', (ms, text) => {
    expect(formatMS(ms)).toBe(text);
  });
});
