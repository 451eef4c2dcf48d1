const decimal = /^-?\d*[.,]?\d*$/;
const whole = /^-?\d*$/;

/** A typed number, with a point or a comma; '' of one that is only begun, undefined of what is none. */
export function readNumber(text: string, allowDecimal: boolean): number | '' | undefined {
  const plain = text.replaceAll(/\s/g, '');
  if (!(allowDecimal ? decimal : whole).test(plain)) return undefined;
  return /\d/.test(plain) ? Number(plain.replace(',', '.')) : '';
}

/** What decimals are behind in a text, where it says. */
export function separatorIn(text: string): '.' | ',' | undefined {
  if (text.includes(',')) return ',';
  return text.includes('.') ? '.' : undefined;
}

type Selected = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** What a field would hold with a text put in the place of its selection. */
export function textWith({ value, selectionStart, selectionEnd }: Selected, put: string): string {
  return value.slice(0, selectionStart ?? value.length) + put + value.slice(selectionEnd ?? value.length);
}
