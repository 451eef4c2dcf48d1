import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment, formatTimeOfDay, localeFor } from './format-time.ts';

describe('The locale of dates', () => {
  it("uses the first locale of the browser for the page's language", () => {
    expect(localeFor('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(localeFor('de', ['en-GB', 'de-CH'])).toBe('de-CH');
  });

  it('falls back to the language alone in a browser without one', () => {
    expect(localeFor('en', ['de-DE', 'fr'])).toBe('en');
    expect(localeFor('en', [])).toBe('en');
  });
});

describe('A moment', () => {
  it('has minutes and the language of the reader', () => {
    const moment = new Date(2026, 10, 26, 10, 58, 42).toISOString();
    expect(formatMoment(moment, 'en')).toMatch(/^Nov 26, 2026, 10:58\sAM$/);
    expect(formatMoment(moment, 'de')).toBe('26.11.2026, 10:58');
    expect(formatMoment(Date.parse(moment), 'de')).toBe('26.11.2026, 10:58');
  });

  it.each([
    ['Europe/Berlin', 'de', '2026-10-25T00:30:00Z', '25.10.2026, 02:30 MESZ'],
    ['Europe/Berlin', 'de', '2026-10-25T01:30:00Z', '25.10.2026, 02:30 MEZ'],
    ['Europe/Berlin', 'de', '2026-10-24T23:59:00Z', '25.10.2026, 01:59'],
    ['Europe/Berlin', 'de', '2026-10-25T02:00:00Z', '25.10.2026, 03:00'],
    ['Europe/Berlin', 'de', '2026-03-29T01:00:00Z', '29.03.2026, 03:00'],
    ['America/New_York', 'en', '2026-11-01T05:30:00Z', 'Nov 1, 2026, 1:30 AM EDT'],
    ['America/New_York', 'en', '2026-11-01T06:30:00Z', 'Nov 1, 2026, 1:30 AM EST'],
    ['UTC', 'de', '2026-10-25T01:30:00Z', '25.10.2026, 01:30'],
  ])('includes its zone in %s when the local time occurs twice', (zone, language, moment, text) => {
    expect(formatMoment(moment, language, zone).replaceAll(/\s/g, ' ')).toBe(text);
  });

  it('differs from the one an hour later in the night of the clock change, also half an hour later on Lord Howe', () => {
    const texts = (zone: string, from: string, minutes: number) =>
      [0, minutes].map((later) => formatMoment(Date.parse(from) + later * 60_000, 'de', zone));
    expect(new Set(texts('Europe/Berlin', '2026-10-25T00:00:00Z', 60)).size).toBe(2);
    expect(new Set(texts('Australia/Lord_Howe', '2026-04-04T14:40:00Z', 30)).size).toBe(2);
  });

  it('can be formatted as a day', () => {
    expect(formatDay(new Date(2026, 10, 26).toISOString(), 'en')).toBe('Nov 26, 2026');
    expect(formatDay(new Date(2026, 10, 26).toISOString(), 'de')).toBe('26.11.2026');
  });
});

describe('A time of day', () => {
  it('has minutes and the language of the reader', () => {
    const moment = new Date(2026, 10, 26, 10, 58, 42).toISOString();
    expect(formatTimeOfDay(moment, 'en')).toMatch(/^10:58\sAM$/);
    expect(formatTimeOfDay(Date.parse(moment), 'de')).toBe('10:58');
  });

  it.each([
    ['Europe/Berlin', 'de', '2026-10-25T00:30:00Z', '02:30 MESZ'],
    ['Europe/Berlin', 'de', '2026-10-25T01:30:00Z', '02:30 MEZ'],
    ['Europe/Berlin', 'de', '2026-10-25T02:00:00Z', '03:00'],
    ['America/New_York', 'en', '2026-11-01T06:30:00Z', '1:30 AM EST'],
  ])('includes its zone in %s when the local time occurs twice', (zone, language, moment, text) => {
    expect(formatTimeOfDay(moment, language, zone).replaceAll(/\s/g, ' ')).toBe(text);
  });
});
