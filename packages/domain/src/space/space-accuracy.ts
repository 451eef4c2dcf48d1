import {
  addVec3,
  averagePosition,
  crossVec3,
  distanceVec3,
  normalizeVec3,
  planeFromPoints,
  positionOf,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import type { WirePose } from '../robot/position.ts';
import type { SpaceItem } from './space-item.ts';

/** Number of nearest entries that correct a target. */
const nearestCount = 4;

interface Correction {
  /** Position of the point in the model, m. */
  readonly at: Vec3;
  readonly offset: Vec3;
}

/** Corrects poses that were computed, not taught, if a calibration of the arm's accuracy exists. */
export type AccuracyCorrection = (pose: WirePose) => WirePose;

/**
 * Returns the correction of a cell's calibrations. A target is shifted by the mean of the offsets of the four nearest
 * entries, with nearer ones weighted more; it keeps its orientation. If it is farther from the nearest entry than the
 * entries are from each other, it is not corrected.
 */
export function accuracyCorrectionOf(items: readonly SpaceItem[]): AccuracyCorrection {
  const calibrations = items.flatMap((item) => {
    const entries = correctionsOf(item);
    return entries.length >= nearestCount ? [{ entries, reach: extentOf(entries) }] : [];
  });
  return (pose) => {
    const at = positionOf(pose);
    for (const { entries, reach } of calibrations) {
      const nearest = entries
        .map(({ at: place, offset }) => ({ distance: distanceVec3(place, at), offset }))
        .sort((one, other) => one.distance - other.distance)
        .slice(0, nearestCount);
      const [closest] = nearest;
      if (closest === undefined || closest.distance > reach) continue;
      const [x, y, z] = meanOffset(nearest);
      return { ...pose, x: pose.x + x, y: pose.y + y, z: pose.z + z };
    }
    return pose;
  };
}

/** Weighted by the inverse square of the distance: at an entry the result is exactly that entry's offset. */
function meanOffset(nearest: readonly { readonly distance: number; readonly offset: Vec3 }[]): Vec3 {
  let total = 0;
  let sum: Vec3 = [0, 0, 0];
  for (const { distance, offset } of nearest) {
    const weight = 1 / Math.max(distance, 1e-6) ** 2;
    total += weight;
    sum = addVec3(sum, scaleVec3(offset, weight));
  }
  return scaleVec3(sum, 1 / total);
}

function extentOf(entries: readonly Correction[]): number {
  const [first] = entries;
  if (first === undefined) return 0;
  return Math.max(...entries.map(({ at }) => distanceVec3(at, first.at)));
}

/**
 * Returns the entries of a calibration: its own, or those computed from its four taught marks and their measured
 * distances.
 */
function correctionsOf(item: SpaceItem): Correction[] {
  if (item.kind !== 'localAccuracyCalibration') return [];
  if (item.calibrationEntries && item.calibrationEntries.length > 0) {
    return item.calibrationEntries.map(({ rawPose, calibratedPose }) => ({
      at: positionOf(rawPose),
      offset: subtractVec3(positionOf(calibratedPose), positionOf(rawPose)),
    }));
  }
  const { rowMeasurementMM, columnMeasurementMM } = item;
  if (rowMeasurementMM === undefined || columnMeasurementMM === undefined) return [];
  return fromMarks(
    item.positions.flatMap(({ pose }) => (pose ? [positionOf(pose)] : [])),
    rowMeasurementMM / 1000,
    columnMeasurementMM / 1000,
  );
}

/**
 * Computes entries from marks A, B, C, D around a rectangle with measured sides: A→B along a row, A→D along a column.
 * The rectangle is fitted to the mean position and rotation of the taught marks; each entry is the deviation of a mark
 * from it.
 */
function fromMarks(marks: readonly Vec3[], alongRow: number, alongColumn: number): Correction[] {
  const [a, b, c, d] = marks;
  if (!a || !b || !c || !d || !planeFromPoints(a, b, d).ok) return [];
  const x = normalizeVec3(addVec3(subtractVec3(b, a), subtractVec3(c, d)));
  const z = normalizeVec3(crossVec3(x, addVec3(subtractVec3(d, a), subtractVec3(c, b))));
  const y = crossVec3(z, x);
  const center = averagePosition([a, b, c, d]);
  const ideal = (right: number, down: number): Vec3 =>
    addVec3(center, addVec3(scaleVec3(x, right * alongRow), scaleVec3(y, down * alongColumn)));
  const places: readonly (readonly [Vec3, Vec3])[] = [
    [ideal(-0.5, -0.5), a],
    [ideal(0.5, -0.5), b],
    [ideal(0.5, 0.5), c],
    [ideal(-0.5, 0.5), d],
  ];
  return places.map(([at, taught]) => ({ at, offset: subtractVec3(taught, at) }));
}
