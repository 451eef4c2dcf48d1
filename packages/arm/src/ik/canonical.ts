import type { Transform } from '@cellwright/geometry';
import type { ArmGeometry } from './geometry.ts';

/** Writes the end frame in the canonical base for a tip target in the root frame; 3×4 row-major. */
export function toCanonical(geometry: ArmGeometry, target: Transform, out: Transform): void {
  const { rootToBase: b, tipToEnd: e } = geometry;
  for (let row = 0; row < 12; row += 4) {
    const b0 = b[row] ?? 0;
    const b1 = b[row + 1] ?? 0;
    const b2 = b[row + 2] ?? 0;
    const t0 = b0 * (target[0] ?? 0) + b1 * (target[4] ?? 0) + b2 * (target[8] ?? 0);
    const t1 = b0 * (target[1] ?? 0) + b1 * (target[5] ?? 0) + b2 * (target[9] ?? 0);
    const t2 = b0 * (target[2] ?? 0) + b1 * (target[6] ?? 0) + b2 * (target[10] ?? 0);
    const t3 = b0 * (target[3] ?? 0) + b1 * (target[7] ?? 0) + b2 * (target[11] ?? 0) + (b[row + 3] ?? 0);
    out[row] = t0 * (e[0] ?? 0) + t1 * (e[4] ?? 0) + t2 * (e[8] ?? 0);
    out[row + 1] = t0 * (e[1] ?? 0) + t1 * (e[5] ?? 0) + t2 * (e[9] ?? 0);
    out[row + 2] = t0 * (e[2] ?? 0) + t1 * (e[6] ?? 0) + t2 * (e[10] ?? 0);
    out[row + 3] = t0 * (e[3] ?? 0) + t1 * (e[7] ?? 0) + t2 * (e[11] ?? 0) + t3;
  }
}
