import type { TFunction } from 'i18next';
import { decimalText } from './decimal-text.ts';

/** Formats a value of a variable or a register, which has no unit: 'On', '−3', 'red'. */
export function valueText(t: TFunction, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'value.on' : 'value.off');
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return decimalText(value).replace(/^-/, '−');
  return value === undefined ? '–' : JSON.stringify(value);
}
