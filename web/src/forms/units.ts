import type { LengthUnit } from '../ui/length.ts';

/** Unit in which a number is shown and typed; the stored unit may differ. */
export interface ShownUnit {
  readonly unit: string;
  /** From the stored unit. */
  readonly factor: number;
  /** Maximum count of decimals; undefined shows all. */
  readonly digits: number | undefined;
}

const shownUnits: Readonly<Record<string, ShownUnit>> = {
  ms: { unit: 's', factor: 0.001, digits: 3 },
  rad: { unit: '°', factor: 180 / Math.PI, digits: 2 },
};

/** Returns the unit people use. Lengths and speeds are in the unit the user chose; a step's own `distanceUnit` stays as it is. */
export function shownUnitOf(unit: string | undefined, length: LengthUnit): ShownUnit {
  if (unit === 'm') return length;
  if (unit === 'm/s') return { unit: `${length.unit}/s`, factor: length.factor, digits: length.digits + 1 };
  return shownUnits[unit ?? ''] ?? { unit: unit === 'distanceUnit' ? '' : (unit ?? ''), factor: 1, digits: 4 };
}

/** Returns the unit in which the value is stored; angles are in degrees, which people measure. */
export function storedUnitOf(unit: string | undefined): ShownUnit {
  return (unit === 'rad' ? shownUnits.rad : undefined) ?? { unit: unit ?? '', factor: 1, digits: undefined };
}

/** Converts a stored number to the shown unit. */
export function toShown(value: number, { factor, digits }: ShownUnit): number {
  return digits === undefined ? value * factor : Number((value * factor).toFixed(digits));
}

/** Converts a typed number to the stored unit, without the noise of the conversion. */
export function fromShown(value: number, { factor }: ShownUnit): number {
  return factor === 1 ? value : Number((value / factor).toPrecision(12));
}
