import i18next from 'i18next';

/** Languages with a decimal comma. */
const withComma: ReadonlySet<string> = new Set(['de']);

/** Returns the decimal separator of a language, by default that of the page. */
export function decimalSeparator(language = i18next.language): '.' | ',' {
  return withComma.has(language) ? ',' : '.';
}

/** Formats a number, or its digits, in a language, by default that of the page: 8.4, and 8,4 in German. */
export function decimalText(digits: string | number, language?: string): string {
  const text = String(digits);
  return text.replace('.', decimalSeparator(language));
}
