import { decimalText } from './decimal-text.ts';

/** Unit in which lengths are shown and typed; they are stored in metres. */
export interface LengthUnit {
  readonly unit: 'm' | 'mm' | 'in';
  /** From metres. */
  readonly factor: number;
  readonly digits: number;
}

/** Selectable units. An inch is exactly 25.4 mm, so that a typed value survives the conversion. */
export const lengthUnits: Readonly<Record<'meter' | 'millimeter' | 'inch', LengthUnit>> = {
  meter: { unit: 'm', factor: 1, digits: 4 },
  millimeter: { unit: 'mm', factor: 1000, digits: 1 },
  inch: { unit: 'in', factor: 1 / 0.0254, digits: 3 },
};

/** Formats a length in its shortest form: '0.197 in'. */
export function lengthText(meters: number, { unit, factor, digits }: LengthUnit): string {
  return `${decimalText(Number((meters * factor).toFixed(digits)))} ${unit}`;
}

export function inUnit(meters: number | undefined, { factor }: LengthUnit): number | undefined {
  return meters === undefined ? undefined : meters * factor;
}
