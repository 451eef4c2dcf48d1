const browserLocales = typeof navigator === 'undefined' ? [] : navigator.languages;

/** Returns the browser's locale of the page's language, if it has one: dates differ between en-GB and en-US. */
export function localeFor(language: string, preferred: readonly string[] = browserLocales): string {
  return preferred.find((locale) => locale.split('-')[0] === language) ?? language;
}

/**
 * Formats a moment for every screen: Nov 26, 2026, 10:58 AM. Seconds are shown only in a run's timeline. A local time
 * that a clock change repeats includes its zone.
 * @param timeZone defaults to that of the browser
 */
export function formatMoment(moment: string | number, language: string, timeZone?: string): string {
  const formatter = formatterOf(language, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);
  const date = new Date(moment);
  const text = formatter.format(date);
  const isTwice = clockChangesMS.some((change) => formatter.format(new Date(date.getTime() + change)) === text);
  return isTwice ? `${text} ${zoneName(language, date, timeZone)}` : text;
}

/** Formats the day, without the time of day. */
export function formatDay(moment: string | number, language: string): string {
  return formatterOf(language, { dateStyle: 'medium' }).format(new Date(moment));
}

/** Lists show many times, and creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: string, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options, timeZone]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(localeFor(language), { ...options, timeZone });
  formatters.set(key, formatter);
  return formatter;
}

const minuteMS = 60_000;
/** Sizes of clock changes, ms: an hour nearly everywhere, half an hour on Lord Howe Island, two hours in Antarctica. */
const clockChangesMS = [30, 60, 120].flatMap((minutes) => [minutes * minuteMS, -minutes * minuteMS]);

function zoneName(language: string, date: Date, timeZone?: string): string {
  const parts = formatterOf(language, { timeZoneName: 'short' }, timeZone).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
