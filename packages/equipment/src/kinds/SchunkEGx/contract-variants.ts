/** Published data of each size, rounded; lengths in metres, mass in kg. Gaps and speeds are of both jaws together. */
export interface SchunkVariant {
  /** Range of the gap between the jaws. */
  readonly stroke: number;
  /** Speed of the gap, m/s. */
  readonly highestSpeed: number;
  readonly massKg: number;
  /** Box that encloses the housing: width, breadth in the direction of the jaws, length. */
  readonly size: readonly [number, number, number];
}

export const variantNames = ['EGU-50', 'EGU-60', 'EGU-70', 'EGU-80', 'EGK-25', 'EGK-40', 'EGK-50'] as const;
export type SchunkVariantName = (typeof variantNames)[number];

export const variants: Readonly<Record<SchunkVariantName, SchunkVariant>> = {
  'EGU-50': { stroke: 0.083, highestSpeed: 0.22, massKg: 1.5, size: [0.08, 0.15, 0.12] },
  'EGU-60': { stroke: 0.103, highestSpeed: 0.22, massKg: 2.4, size: [0.09, 0.18, 0.13] },
  'EGU-70': { stroke: 0.133, highestSpeed: 0.22, massKg: 4.0, size: [0.11, 0.22, 0.15] },
  'EGU-80': { stroke: 0.163, highestSpeed: 0.22, massKg: 6.6, size: [0.13, 0.26, 0.17] },
  'EGK-25': { stroke: 0.053, highestSpeed: 0.23, massKg: 0.62, size: [0.07, 0.11, 0.1] },
  'EGK-40': { stroke: 0.083, highestSpeed: 0.23, massKg: 1.1, size: [0.08, 0.15, 0.11] },
  'EGK-50': { stroke: 0.103, highestSpeed: 0.23, massKg: 1.97, size: [0.09, 0.18, 0.12] },
};
