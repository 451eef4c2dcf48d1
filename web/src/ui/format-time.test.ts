import { describe, expect, it } from 'vitest';
import { formatDay, formatDuration, formatMoment } from './format-time.ts';

describe('a duration', () => {
  it.each([
    [0, '0.0 s'],
    [8.44, '8.4 s'],
    [125.9, '2:05'],
    [3725, '1:02:05'],
  ])('of %d s reads %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('a moment', () => {
  it('is said in the language of whoever reads, to the minute', () => {
    const moment = new Date(2026, 10, 26, 10, 58, 42).toISOString();
    expect(formatMoment(moment, 'en')).toMatch(/^Nov 26, 2026, 10:58\sAM$/);
    expect(formatMoment(moment, 'de')).toBe('26.11.2026, 10:58');
    expect(formatMoment(Date.parse(moment), 'de')).toBe('26.11.2026, 10:58');
  });

  it('may be a day', () => {
    expect(formatDay(new Date(2026, 10, 26).toISOString(), 'en')).toBe('Nov 26, 2026');
    expect(formatDay(new Date(2026, 10, 26).toISOString(), 'de')).toBe('26.11.2026');
  });
});
