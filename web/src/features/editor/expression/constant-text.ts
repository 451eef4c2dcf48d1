import { decimalText } from '../../../ui/decimal-text.ts';

/** Reads the text of a constant: a number, true or false if it spells one, otherwise itself. */
export function readConstant(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text.replace(',', '.'));
  // Only as the page shows it, or as programs write it: nothing that another language reads as another number.
  const isNumber = text.trim() !== '' && (String(number) === text || decimalText(number) === text);
  return isNumber ? number : text;
}

/** Returns the text of a constant, as `readConstant` reads it. */
export function constantText(value: string | number | boolean): string {
  return typeof value === 'number' ? decimalText(value) : String(value);
}
