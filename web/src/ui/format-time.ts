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
  const date = new Date(moment);
  const text = formatterOf(language, toMinute, timeZone).format(date);
  return isRepeated(date, language, timeZone) ? `${text} ${zoneName(language, date, timeZone)}` : text;
}

/** Formats the time of day of a moment without its day: 10:58 AM, with its zone if a clock change repeats it. */
export function formatTimeOfDay(moment: string | number, language: string, timeZone?: string): string {
  const date = new Date(moment);
  const text = formatterOf(language, { timeStyle: 'short' }, timeZone).format(date);
  return isRepeated(date, language, timeZone) ? `${text} ${zoneName(language, date, timeZone)}` : text;
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

const toMinute: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const minuteMS = 60_000;
/** Sizes of clock changes, ms: an hour nearly everywhere, half an hour on Lord Howe Island, two hours in Antarctica. */
const clockChangesMS = [30, 60, 120].flatMap((minutes) => [minutes * minuteMS, -minutes * minuteMS]);

/** True if another moment has the same local date and time, because the clocks went back. */
function isRepeated(date: Date, language: string, timeZone?: string): boolean {
  const formatter = formatterOf(language, toMinute, timeZone);
  const text = formatter.format(date);
  return clockChangesMS.some((change) => formatter.format(new Date(date.getTime() + change)) === text);
}

function zoneName(language: string, date: Date, timeZone?: string): string {
  const parts = formatterOf(language, { timeZoneName: 'short' }, timeZone).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
