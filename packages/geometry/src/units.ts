/** The units in which people read and type distances; stored values are metres. */
export const distanceUnits = ['meter', 'millimeter', 'inch'] as const;

export type DistanceUnit = (typeof distanceUnits)[number];

export interface DistanceUnitFacts {
  /** How many of the unit make one metre. */
  readonly perMeter: number;
  /** Decimals shown. */
  readonly decimals: number;
  readonly symbol: string;
}

export const distanceUnitFacts: Readonly<Record<DistanceUnit, DistanceUnitFacts>> = {
  meter: { perMeter: 1, decimals: 4, symbol: 'm' },
  millimeter: { perMeter: 1000, decimals: 1, symbol: 'mm' },
  inch: { perMeter: 39.37, decimals: 3, symbol: 'in' },
};

export function metersToUnit(meters: number, unit: DistanceUnit): number {
  return meters * distanceUnitFacts[unit].perMeter;
}

export function unitToMeters(value: number, unit: DistanceUnit): number {
  return value / distanceUnitFacts[unit].perMeter;
}

/** A distance in metres as people read it in the unit, without its symbol: 0.0254 as millimeter is '25.4'. */
export function formatDistance(meters: number, unit: DistanceUnit): string {
  const text = metersToUnit(meters, unit).toFixed(distanceUnitFacts[unit].decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}
