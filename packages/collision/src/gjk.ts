/**
 * Distance between two convex cores by the Gilbert–Johnson–Keerthi iteration (IEEE J. Robot. Autom. 4(2), 1988),
 * returning a lower bound and the direction that proves it rather than with the iterate.
 */

/** Writes the point of a convex set that lies farthest along (dx, dy, dz) to out[0..2], world. */
export type Support = (dx: number, dy: number, dz: number, out: Float64Array) => void;

/** Cores closer than this count as overlapping. */
const touching = 1e-10;
const tolerance = 1e-9;
const maximumRounds = 64;
const flatness = 1e-16;

/** Working memory of one solver; the result of the last call is in `normal`. */
export class ConvexSolver {
  /** Unit direction from B to A along which the returned gap was measured. */
  readonly normal = new Float64Array(3);
  private readonly simplex = new Float64Array(12);
  private size = 0;
  private readonly nearest = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);

  /**
   * Returns the gap between A and B along `normal`: at most their distance, and equal to it within 1e-9 m when they are
   * apart; when they overlap, minus an upper bound of the penetration depth (a loose one unless a deep search is
   * requested). The start direction is only a hint.
   */
  measureGap(
    supportA: Support,
    supportB: Support,
    hintX: number,
    hintY: number,
    hintZ: number,
    isDeepWanted = true,
  ): number {
    const { nearest, normal } = this;
    const hintNorm = Math.hypot(hintX, hintY, hintZ);
    nearest[0] = hintNorm > 0 ? hintX : 1;
    nearest[1] = hintNorm > 0 ? hintY : 0;
    nearest[2] = hintNorm > 0 ? hintZ : 0;
    this.size = 0;
    let best = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < maximumRounds; round += 1) {
      const vx = nearest[0] ?? 0;
      const vy = nearest[1] ?? 0;
      const vz = nearest[2] ?? 0;
      const norm = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (norm < touching) break;
      const gap = this.gapAlong(supportA, supportB, vx / norm, vy / norm, vz / norm);
      if (gap > best) {
        best = gap;
        normal[0] = vx / norm;
        normal[1] = vy / norm;
        normal[2] = vz / norm;
      }
      // The first direction is only a hint, not a distance.
      if (round > 0 && (norm - best <= tolerance * (1 + norm) || this.isKnown())) break;
      this.addPoint();
      if (!this.reduce(best <= 0)) break;
    }
    return best > 0 || !isDeepWanted ? best : this.deepen(supportA, supportB, best);
  }

  /** Returns min over A of n·a minus max over B of n·b; leaves the points in a and b. */
  private gapAlong(supportA: Support, supportB: Support, nx: number, ny: number, nz: number): number {
    const { a, b } = this;
    supportA(-nx, -ny, -nz, a);
    supportB(nx, ny, nz, b);
    return nx * ((a[0] ?? 0) - (b[0] ?? 0)) + ny * ((a[1] ?? 0) - (b[1] ?? 0)) + nz * ((a[2] ?? 0) - (b[2] ?? 0));
  }

  /** A repeated point means that the iteration cannot improve. */
  private isKnown(): boolean {
    const { a, b, simplex } = this;
    for (let index = 0; index < this.size; index += 1) {
      const same =
        simplex[index * 3] === (a[0] ?? 0) - (b[0] ?? 0) &&
        simplex[index * 3 + 1] === (a[1] ?? 0) - (b[1] ?? 0) &&
        simplex[index * 3 + 2] === (a[2] ?? 0) - (b[2] ?? 0);
      if (same) return true;
    }
    return false;
  }

  private addPoint(): void {
    const { a, b, simplex } = this;
    const o = this.size * 3;
    for (let axis = 0; axis < 3; axis += 1) simplex[o + axis] = (a[axis] ?? 0) - (b[axis] ?? 0);
    this.size += 1;
  }

  /**
   * Keeps the smallest face of the simplex that contains its point nearest to the origin; returns false inside a
   * tetrahedron.
   */
  private reduce(isOverlapPossible: boolean): boolean {
    let bestSquare = Number.POSITIVE_INFINITY;
    let bestMask = 0;
    const { nearest } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    const faces = 1 << this.size;
    for (let mask = 1; mask < faces; mask += 1) {
      if (mask === 15 || !projectOntoFace(this.simplex, mask)) continue;
      const px = projection[0] ?? 0;
      const py = projection[1] ?? 0;
      const pz = projection[2] ?? 0;
      const square = px * px + py * py + pz * pz;
      if (square >= bestSquare) continue;
      bestSquare = square;
      bestMask = mask;
      x = px;
      y = py;
      z = pz;
    }
    if (isOverlapPossible && this.size === 4 && containsOrigin(this.simplex)) return false;
    nearest[0] = x;
    nearest[1] = y;
    nearest[2] = z;
    let kept = 0;
    for (let index = 0; index < this.size; index += 1) {
      if ((bestMask & (1 << index)) === 0) continue;
      this.simplex.copyWithin(kept * 3, index * 3, index * 3 + 3);
      kept += 1;
    }
    this.size = kept;
    return bestSquare > touching * touching;
  }

  /**
   * Moves to a direction of small overlap for overlapping cores. Every direction bounds the penetration depth from
   * above.
   */
  private deepen(supportA: Support, supportB: Support, start: number): number {
    const { normal, a, b } = this;
    let best = start;
    if (best === Number.NEGATIVE_INFINITY) normal.set([0, 0, 1]);
    const seed = [normal[0] ?? 0, normal[1] ?? 0, normal[2] ?? 1] as const;
    for (const [sx, sy, sz] of [seed, ...deepDirections]) {
      let [nx, ny, nz] = [sx, sy, sz];
      for (let round = 0, step = 0.5; round < 12; round += 1, step *= 0.7) {
        const gap = this.gapAlong(supportA, supportB, nx, ny, nz);
        if (gap > best) {
          best = gap;
          normal.set([nx, ny, nz]);
        }
        // The support point of A - B is the gradient of the gap; its part along n only scales n.
        const gx = (a[0] ?? 0) - (b[0] ?? 0) - gap * nx;
        const gy = (a[1] ?? 0) - (b[1] ?? 0) - gap * ny;
        const gz = (a[2] ?? 0) - (b[2] ?? 0) - gap * nz;
        const slope = Math.hypot(gx, gy, gz);
        if (slope < 1e-12) break;
        const scale = step / slope;
        const norm = Math.hypot(nx + gx * scale, ny + gy * scale, nz + gz * scale);
        nx = (nx + gx * scale) / norm;
        ny = (ny + gy * scale) / norm;
        nz = (nz + gz * scale) / norm;
      }
    }
    return best;
  }
}

const deepDirections = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;

const projection = new Float64Array(3);
const picked = new Int32Array(4);

/** Projects the origin onto the face `mask`; true when the projection lies within it. Writes it to `projection`. */
function projectOntoFace(simplex: Float64Array, mask: number): boolean {
  let count = 0;
  for (let index = 0; index < 4; index += 1) {
    if ((mask & (1 << index)) === 0) continue;
    picked[count] = index * 3;
    count += 1;
  }
  const p = picked[0] ?? 0;
  const px = simplex[p] ?? 0;
  const py = simplex[p + 1] ?? 0;
  const pz = simplex[p + 2] ?? 0;
  if (count === 1) {
    projection[0] = px;
    projection[1] = py;
    projection[2] = pz;
    return true;
  }
  const q = picked[1] ?? 0;
  const ux = (simplex[q] ?? 0) - px;
  const uy = (simplex[q + 1] ?? 0) - py;
  const uz = (simplex[q + 2] ?? 0) - pz;
  const uu = ux * ux + uy * uy + uz * uz;
  const pu = -(px * ux + py * uy + pz * uz);
  if (count === 2) {
    const t = pu / uu;
    projection[0] = px + ux * t;
    projection[1] = py + uy * t;
    projection[2] = pz + uz * t;
    return t > 0 && t < 1;
  }
  const r = picked[2] ?? 0;
  const vx = (simplex[r] ?? 0) - px;
  const vy = (simplex[r + 1] ?? 0) - py;
  const vz = (simplex[r + 2] ?? 0) - pz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const pv = -(px * vx + py * vy + pz * vz);
  const determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-14 * uu * vv)) return false;
  const s = (pu * vv - pv * uv) / determinant;
  const t = (pv * uu - pu * uv) / determinant;
  projection[0] = px + ux * s + vx * t;
  projection[1] = py + uy * s + vy * t;
  projection[2] = pz + uz * s + vz * t;
  return s > 0 && t > 0 && s + t < 1;
}

/** True if the origin is inside the tetrahedron: on the same side of every face as the opposite corner. */
function containsOrigin(s: Float64Array): boolean {
  for (let apex = 0; apex < 4; apex += 1) {
    const i = ((apex + 1) % 4) * 3;
    const j = ((apex + 2) % 4) * 3;
    const k = ((apex + 3) % 4) * 3;
    const ix = s[i] ?? 0;
    const iy = s[i + 1] ?? 0;
    const iz = s[i + 2] ?? 0;
    const ux = (s[j] ?? 0) - ix;
    const uy = (s[j + 1] ?? 0) - iy;
    const uz = (s[j + 2] ?? 0) - iz;
    const vx = (s[k] ?? 0) - ix;
    const vy = (s[k + 1] ?? 0) - iy;
    const vz = (s[k + 2] ?? 0) - iz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const a = apex * 3;
    const ax = (s[a] ?? 0) - ix;
    const ay = (s[a + 1] ?? 0) - iy;
    const az = (s[a + 2] ?? 0) - iz;
    const corner = nx * ax + ny * ay + nz * az;
    const size = (nx * nx + ny * ny + nz * nz) * (ax * ax + ay * ay + az * az);
    // A flat tetrahedron contains nothing; the side of the origin would be arbitrary.
    if (corner * corner <= flatness * size) return false;
    if (corner * -(nx * ix + ny * iy + nz * iz) <= 0) return false;
  }
  return true;
}
