import { decimalText } from './decimal-text.ts';

/** A number as it is shown, in the language of the page: with a true minus, '–' while it is not known. */
export function quantityText(value: number | undefined, digits: number): string {
  if (value === undefined) return '–';
  // −0.0 would flicker beside 0.0.
  return decimalText((Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−'));
}
