import type { RobotModel } from './robot-model.ts';

/**
 * Writes the frame of every body (0 … dof) at a configuration: 12 numbers each, row-major 3×4, world. The hottest loop:
 * unrolled, and allocates nothing.
 */
export function computeFrames(
  model: RobotModel,
  q: Float64Array,
  qOffset: number,
  out: Float64Array,
  outOffset: number,
): void {
  const { root, steps, dof } = model;
  for (let index = 0; index < 12; index += 1) out[outOffset + index] = root[index] ?? 0;
  let p00 = root[0] ?? 0;
  let p01 = root[1] ?? 0;
  let p02 = root[2] ?? 0;
  let px = root[3] ?? 0;
  let p10 = root[4] ?? 0;
  let p11 = root[5] ?? 0;
  let p12 = root[6] ?? 0;
  let py = root[7] ?? 0;
  let p20 = root[8] ?? 0;
  let p21 = root[9] ?? 0;
  let p22 = root[10] ?? 0;
  let pz = root[11] ?? 0;
  for (let joint = 0; joint < dof; joint += 1) {
    const s = joint * 12;
    const angle = q[qOffset + joint] ?? 0;
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    const c00 = steps[s] ?? 0;
    const c01 = steps[s + 1] ?? 0;
    const c10 = steps[s + 4] ?? 0;
    const c11 = steps[s + 5] ?? 0;
    const c20 = steps[s + 8] ?? 0;
    const c21 = steps[s + 9] ?? 0;
    // The turn about z only mixes the first two columns of the step.
    const m00 = c00 * cosine + c01 * sine;
    const m01 = c01 * cosine - c00 * sine;
    const m10 = c10 * cosine + c11 * sine;
    const m11 = c11 * cosine - c10 * sine;
    const m20 = c20 * cosine + c21 * sine;
    const m21 = c21 * cosine - c20 * sine;
    const m02 = steps[s + 2] ?? 0;
    const m12 = steps[s + 6] ?? 0;
    const m22 = steps[s + 10] ?? 0;
    const tx = steps[s + 3] ?? 0;
    const ty = steps[s + 7] ?? 0;
    const tz = steps[s + 11] ?? 0;
    px += p00 * tx + p01 * ty + p02 * tz;
    py += p10 * tx + p11 * ty + p12 * tz;
    pz += p20 * tx + p21 * ty + p22 * tz;
    const a0 = p00;
    const a1 = p01;
    p00 = a0 * m00 + a1 * m10 + p02 * m20;
    p01 = a0 * m01 + a1 * m11 + p02 * m21;
    p02 = a0 * m02 + a1 * m12 + p02 * m22;
    const b0 = p10;
    const b1 = p11;
    p10 = b0 * m00 + b1 * m10 + p12 * m20;
    p11 = b0 * m01 + b1 * m11 + p12 * m21;
    p12 = b0 * m02 + b1 * m12 + p12 * m22;
    const d0 = p20;
    const d1 = p21;
    p20 = d0 * m00 + d1 * m10 + p22 * m20;
    p21 = d0 * m01 + d1 * m11 + p22 * m21;
    p22 = d0 * m02 + d1 * m12 + p22 * m22;
    const o = outOffset + 12 + joint * 12;
    out[o] = p00;
    out[o + 1] = p01;
    out[o + 2] = p02;
    out[o + 3] = px;
    out[o + 4] = p10;
    out[o + 5] = p11;
    out[o + 6] = p12;
    out[o + 7] = py;
    out[o + 8] = p20;
    out[o + 9] = p21;
    out[o + 10] = p22;
    out[o + 11] = pz;
  }
}

/** Writes the centre of every ball of one tree: x y z a node, world. */
export function computeCenters(
  model: RobotModel,
  tree: number,
  frames: Float64Array,
  frameOffset: number,
  out: Float64Array,
  outOffset: number,
): void {
  const { balls, roots, body, count } = model.spheres;
  const begin = roots[tree] ?? 0;
  const end = roots[tree + 1] ?? count;
  const f = frameOffset + (body[begin] ?? 0) * 12;
  const r00 = frames[f] ?? 0;
  const r01 = frames[f + 1] ?? 0;
  const r02 = frames[f + 2] ?? 0;
  const tx = frames[f + 3] ?? 0;
  const r10 = frames[f + 4] ?? 0;
  const r11 = frames[f + 5] ?? 0;
  const r12 = frames[f + 6] ?? 0;
  const ty = frames[f + 7] ?? 0;
  const r20 = frames[f + 8] ?? 0;
  const r21 = frames[f + 9] ?? 0;
  const r22 = frames[f + 10] ?? 0;
  const tz = frames[f + 11] ?? 0;
  for (let node = begin; node < end; node += 1) {
    const b = node * 4;
    const x = balls[b] ?? 0;
    const y = balls[b + 1] ?? 0;
    const z = balls[b + 2] ?? 0;
    const o = outOffset + node * 3;
    out[o] = r00 * x + r01 * y + r02 * z + tx;
    out[o + 1] = r10 * x + r11 * y + r12 * z + ty;
    out[o + 2] = r20 * x + r21 * y + r22 * z + tz;
  }
}

/** Writes the centre of the root ball of every tree to its place among all centres. */
export function computeRootCenters(
  model: RobotModel,
  frames: Float64Array,
  frameOffset: number,
  out: Float64Array,
  outOffset: number,
): void {
  const { balls, roots, body } = model.spheres;
  for (let tree = 0; tree < roots.length; tree += 1) {
    const root = roots[tree] ?? 0;
    const f = frameOffset + (body[root] ?? 0) * 12;
    const x = balls[root * 4] ?? 0;
    const y = balls[root * 4 + 1] ?? 0;
    const z = balls[root * 4 + 2] ?? 0;
    const o = outOffset + root * 3;
    out[o] = (frames[f] ?? 0) * x + (frames[f + 1] ?? 0) * y + (frames[f + 2] ?? 0) * z + (frames[f + 3] ?? 0);
    out[o + 1] = (frames[f + 4] ?? 0) * x + (frames[f + 5] ?? 0) * y + (frames[f + 6] ?? 0) * z + (frames[f + 7] ?? 0);
    out[o + 2] =
      (frames[f + 8] ?? 0) * x + (frames[f + 9] ?? 0) * y + (frames[f + 10] ?? 0) * z + (frames[f + 11] ?? 0);
  }
}
