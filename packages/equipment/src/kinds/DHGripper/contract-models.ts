/** Published data of each model, rounded: lengths in metres, mass in kg. */
export interface DHModel {
  /** Distance between the fingertips when closed: 0, or the smallest diameter of three fingers. */
  readonly smallest: number;
  readonly stroke: number;
  /** Time of the whole stroke at full speed, s. */
  readonly strokeSeconds: number;
  readonly massKg: number;
  readonly fingers: 2 | 3;
  /** Box that encloses the housing: width, breadth in the direction of the fingers, length. */
  readonly size: readonly [number, number, number];
}

export const modelNames = ['AG-95', 'AG-145', 'PGC-50-35', 'PGC-140-50', 'PGC-300-60', 'CGI-100-170'] as const;
export type DHModelName = (typeof modelNames)[number];

export const models: Readonly<Record<DHModelName, DHModel>> = {
  'AG-95': { smallest: 0, stroke: 0.095, strokeSeconds: 0.7, massKg: 1, fingers: 2, size: [0.08, 0.11, 0.16] },
  'AG-145': { smallest: 0, stroke: 0.145, strokeSeconds: 0.9, massKg: 1.3, fingers: 2, size: [0.08, 0.13, 0.16] },
  'PGC-50-35': { smallest: 0, stroke: 0.037, strokeSeconds: 0.7, massKg: 0.5, fingers: 2, size: [0.07, 0.07, 0.13] },
  'PGC-140-50': { smallest: 0, stroke: 0.05, strokeSeconds: 0.6, massKg: 1, fingers: 2, size: [0.08, 0.095, 0.14] },
  'PGC-300-60': { smallest: 0, stroke: 0.06, strokeSeconds: 0.8, massKg: 1.5, fingers: 2, size: [0.09, 0.11, 0.18] },
  'CGI-100-170': {
    smallest: 0.04,
    stroke: 0.13,
    strokeSeconds: 0.5,
    massKg: 1.5,
    fingers: 3,
    size: [0.12, 0.12, 0.16],
  },
};
