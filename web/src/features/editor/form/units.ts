import type { LengthUnit } from '../../../ui/length.ts';

/** How a number with a unit is shown and typed: what people say, not what is stored. */
export interface ShownUnit {
  readonly unit: string;
  readonly factor: number;
  readonly digits: number;
}

const shownUnits: Readonly<Record<string, ShownUnit>> = {
  ms: { unit: 's', factor: 0.001, digits: 3 },
  rad: { unit: '°', factor: 180 / Math.PI, digits: 2 },
};

/** Lengths are in the unit that the person reads; a step's own `distanceUnit` stays as it is. */
export function shownUnitOf(unit: string | undefined, length: LengthUnit): ShownUnit {
  if (unit === 'm') return length;
  return shownUnits[unit ?? ''] ?? { unit: unit === 'distanceUnit' ? '' : (unit ?? ''), factor: 1, digits: 4 };
}

export function toShown(value: number, { factor, digits }: ShownUnit): number {
  return Number((value * factor).toFixed(digits));
}

/** What is stored for a typed number, without the noise of the conversion. */
export function fromShown(value: number, { factor }: ShownUnit): number {
  return Number((value / factor).toPrecision(12));
}
