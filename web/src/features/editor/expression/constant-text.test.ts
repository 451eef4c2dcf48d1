import { describe, expect, it } from 'vitest';
import { readConstant } from './constant-text.ts';

describe('A typed constant', () => {
  it.each([
    ['3', 3],
    ['-0.5', -0.5],
    ['true', true],
    ['03', '03'],
    ['', ''],
    ['high', 'high'],
  ])('reads %j as %j', (text, value) => {
    expect(readConstant(text)).toBe(value);
  });
});
