export type Separator = '.' | ',';

const decimal = /^-?\d*[.,]?\d*$/;
const whole = /^-?\d*$/;
/** Groups of three digits, as in 1,234,567.8; a number that begins with 0 has none. */
const grouped: Readonly<Record<Separator, RegExp>> = {
  '.': /^-?[1-9]\d*(?:,\d{3})+(?:\.\d*)?$/,
  ',': /^-?[1-9]\d*(?:\.\d{3})+(?:,\d*)?$/,
};

/**
 * Reads a typed number by the rules of the language: with a decimal point, 1,500 is one thousand five hundred; with a
 * decimal comma it is 1.5. If the separators cannot be groups of thousands, either one counts as decimal: 0,5 and 0.5.
 * @param separator decimal separator in the language of the page
 * @returns '' for a number that is only begun, undefined for invalid text
 */
export function readNumber(text: string, allowDecimal: boolean, separator: Separator): number | '' | undefined {
  const plain = withoutGroups(text.replaceAll(/[\s\u2019']/g, '').replace('−', '-'), separator);
  if (!(allowDecimal ? decimal : whole).test(plain)) return undefined;
  return /\d/.test(plain) ? Number(plain.replace(',', '.')) : '';
}

/** True if a typed number has thousands separators. */
export function hasGroups(text: string, separator: Separator): boolean {
  return grouped[separator].test(text.replaceAll(/\s/g, ''));
}

function withoutGroups(plain: string, separator: Separator): string {
  return grouped[separator].test(plain) ? plain.replaceAll(separator === '.' ? ',' : '.', '') : plain;
}

/** Returns the decimal separator of a text, if it is unambiguous. */
export function separatorIn(text: string): Separator | undefined {
  if (text.includes(',')) return ',';
  return text.includes('.') ? '.' : undefined;
}

type Selected = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** Returns the text of a field after an insertion replaces its selection. */
export function textWith({ value, selectionStart, selectionEnd }: Selected, put: string): string {
  return value.slice(0, selectionStart ?? value.length) + put + value.slice(selectionEnd ?? value.length);
}

/** Returns the count of characters behind the selection that remain when thousands separators are removed. */
export function countDigitsBehind({ value, selectionEnd }: Selected, suffix: string): number {
  const behind = value.slice(selectionEnd ?? value.length);
  return behind.slice(0, Math.max(0, behind.length - suffix.length)).replaceAll(/[.,\s]/g, '').length;
}
