/** How a number with a unit is shown and typed: what people say, not what is stored. */
export interface ShownUnit {
  readonly unit: 'mm' | 's' | '°' | string;
  readonly factor: number;
  readonly digits: number;
}

const shownUnits: Readonly<Record<string, ShownUnit>> = {
  m: { unit: 'mm', factor: 1000, digits: 1 },
  ms: { unit: 's', factor: 0.001, digits: 3 },
  rad: { unit: '°', factor: 180 / Math.PI, digits: 2 },
};

export function shownUnitOf(unit: string | undefined): ShownUnit {
  return shownUnits[unit ?? ''] ?? { unit: unit === 'distanceUnit' ? '' : (unit ?? ''), factor: 1, digits: 4 };
}

export function toShown(value: number, { factor, digits }: ShownUnit): number {
  return Number((value * factor).toFixed(digits));
}

/** What is stored for a typed number, without the noise of the conversion. */
export function fromShown(value: number, { factor }: ShownUnit): number {
  return Number((value / factor).toPrecision(12));
}
