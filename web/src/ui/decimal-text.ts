import i18next from 'i18next';

/** Languages that write a comma where English has a point. */
const withComma: ReadonlySet<string> = new Set(['de']);

/** Returns the separator before decimals in a language, by default that of the page. */
export function decimalSeparator(language = i18next.language): '.' | ',' {
  return withComma.has(language) ? ',' : '.';
}

/** A number, or its digits, as a language writes them, by default that of the page: 8.4, and 8,4 in German. */
export function decimalText(digits: string | number, language?: string): string {
  const text = String(digits);
  return text.replace('.', decimalSeparator(language));
}
