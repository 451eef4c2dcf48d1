import { decimalText } from './decimal-text.ts';

const browserLocales = typeof navigator === 'undefined' ? [] : navigator.languages;

/** The browser's own form of the page's language, where it has one: dates are written differently in en-GB and en-US. */
export function localeFor(language: string, preferred: readonly string[] = browserLocales): string {
  return preferred.find((locale) => locale.split('-')[0] === language) ?? language;
}

/** When something was, as every screen says it: Nov 26, 2026, 10:58 AM. Whoever needs seconds looks at a run's timeline. */
export function formatMoment(moment: string | number, language: string): string {
  return formatWith(language, 'short', moment);
}

/** The day alone, where the time of day does not matter. */
export function formatDay(moment: string | number, language: string): string {
  return formatWith(language, undefined, moment);
}

/** Lists have many moments; to make a formatter takes longer than to use it for all of them. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatWith(language: string, timeStyle: 'short' | undefined, moment: string | number): string {
  const key = `${language} ${timeStyle}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(localeFor(language), { dateStyle: 'medium', timeStyle });
  formatters.set(key, formatter);
  return formatter.format(new Date(moment));
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
