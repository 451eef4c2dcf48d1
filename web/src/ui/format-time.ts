import { decimalText } from './decimal-text.ts';

const browserLocales = typeof navigator === 'undefined' ? [] : navigator.languages;

/** The browser's own form of the page's language, where it has one: dates are written differently in en-GB and en-US. */
export function localeFor(language: string, preferred: readonly string[] = browserLocales): string {
  return preferred.find((locale) => locale.split('-')[0] === language) ?? language;
}

/**
 * When something was, as every screen says it: Nov 26, 2026, 10:58 AM. Whoever needs seconds looks at a run's timeline. A
 * time of day that a change of the clock brings twice has its zone.
 * @param timeZone by default that of the browser
 */
export function formatMoment(moment: string | number, language: string, timeZone?: string): string {
  const formatter = formatterOf(language, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);
  const date = new Date(moment);
  const text = formatter.format(date);
  const isTwice = clockChangesMS.some((change) => formatter.format(new Date(date.getTime() + change)) === text);
  return isTwice ? `${text} ${zoneName(language, date, timeZone)}` : text;
}

/** The day alone, where the time of day does not matter. */
export function formatDay(moment: string | number, language: string): string {
  return formatterOf(language, { dateStyle: 'medium' }).format(new Date(moment));
}

/** Lists have many moments; to make a formatter takes longer than to use it for all of them. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: string, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options, timeZone]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(localeFor(language), { ...options, timeZone });
  formatters.set(key, formatter);
  return formatter;
}

const minuteMS = 60_000;
/** Steps by which clocks are changed, ms: an hour nearly everywhere, half an hour on Lord Howe Island, two in Antarctica. */
const clockChangesMS = [30, 60, 120].flatMap((minutes) => [minutes * minuteMS, -minutes * minuteMS]);

function zoneName(language: string, date: Date, timeZone?: string): string {
  const parts = formatterOf(language, { timeZoneName: 'short' }, timeZone).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** A duration as a person reads a stopwatch, in the language of the page: 8.4 s, 2:05, 1:02:05. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${decimalText(seconds.toFixed(1))} s`;
  const whole = Math.floor(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}
