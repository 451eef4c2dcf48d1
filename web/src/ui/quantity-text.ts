import { decimalText } from './decimal-text.ts';

/** Formats a number in the language of the page, with a true minus sign; '–' while it is unknown. */
export function quantityText(value: number | undefined, digits: number): string {
  if (value === undefined) return '–';
  // Avoids −0.0, which would flicker beside 0.0.
  return decimalText((Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−'));
}
