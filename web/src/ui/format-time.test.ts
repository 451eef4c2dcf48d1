import { describe, expect, it } from 'vitest';
import { formatDuration } from './format-time.ts';

describe('a duration', () => {
  it.each([
    [0, '0.0 s'],
    [8.44, '8.4 s'],
    [125.9, '2:05'],
    [3725, '1:02:05'],
  ])('of %d s reads %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
