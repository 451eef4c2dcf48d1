import i18next from 'i18next';

/** Languages that write a comma where English has a point. */
const withComma: ReadonlySet<string> = new Set(['de']);

/** A number, or its digits, as the language of the page writes them: 8.4, and 8,4 in German. */
export function decimalText(digits: string | number): string {
  const text = String(digits);
  return withComma.has(i18next.language) ? text.replace('.', ',') : text;
}
