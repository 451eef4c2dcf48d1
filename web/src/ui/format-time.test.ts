import i18next from 'i18next';
import { afterAll, describe, expect, it } from 'vitest';
import { formatDay, formatDuration, formatMoment, localeFor } from './format-time.ts';
import { quantityText } from './quantity-text.ts';

// Files of tests share the language of the page.
afterAll(() => i18next.changeLanguage('en'));

describe('a duration', () => {
  it.each([
    [0, '0.0 s'],
    [8.44, '8.4 s'],
    [125.9, '2:05'],
    [3725, '1:02:05'],
  ])('of %d s reads %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('has a comma on a page in German, like every number', async () => {
    await i18next.init({ lng: 'de', resources: {} });
    expect(formatDuration(8.44)).toBe('8,4 s');
    expect(formatDuration(125.9)).toBe('2:05');
    expect(quantityText(-1234.5, 1)).toBe('−1234,5');
    expect(quantityText(2, 0)).toBe('2');
  });
});

describe('The locale of dates', () => {
  it("uses the browser's first one of the page's language", () => {
    expect(localeFor('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(localeFor('de', ['en-GB', 'de-CH'])).toBe('de-CH');
  });

  it('falls back to the language alone in a browser without it', () => {
    expect(localeFor('en', ['de-DE', 'fr'])).toBe('en');
    expect(localeFor('en', [])).toBe('en');
  });
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
