/** Units in which people read and enter distances; stored values are metres. */
export const distanceUnits = ['meter', 'millimeter', 'inch'] as const;

export type DistanceUnit = (typeof distanceUnits)[number];

export interface DistanceUnitFacts {
  /** Number of units per metre. */
  readonly perMeter: number;
  /** Displayed decimals. */
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
