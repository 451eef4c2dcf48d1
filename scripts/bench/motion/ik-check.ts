import type { NamedDh, PoseItem } from './ik-input.ts';

/** A 3×4 matrix, row-major. This file shares no code with the product's kinematics. */
type Matrix = readonly number[];

/** Computes the tip of a DH arm by plain matrix products. */
export function forwardByMatrices(arm: NamedDh, joints: ArrayLike<number>): Matrix {
  let tip: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  for (let index = 0; index < 6; index += 1) {
    const theta = (joints[index] ?? 0) + (arm.theta[index] ?? 0);
    const alpha = arm.alpha[index] ?? 0;
    const a = arm.a[index] ?? 0;
    const [c, s, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(alpha), Math.sin(alpha)];
    tip = multiply(tip, [c, -s * ca, s * sa, a * c, s, c * ca, -c * sa, a * s, 0, sa, ca, arm.d[index] ?? 0]);
  }
  return tip;
}

/** Returns the larger of metres and radians between the tip at `joints` and the pose. */
export function poseErrorOf(arm: NamedDh, joints: ArrayLike<number>, item: PoseItem): number {
  const tip = forwardByMatrices(arm, joints);
  const wanted = rotationOf(item);
  const [x = 0, y = 0, z = 0] = item.pos;
  const translation = Math.hypot(at(tip, 3) - x, at(tip, 7) - y, at(tip, 11) - z);
  // ‖R − R'‖ (Frobenius) = 2·√2·sin(angle / 2).
  let squares = 0;
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      squares += (at(tip, row * 4 + column) - at(wanted, row * 3 + column)) ** 2;
    }
  }
  const rotation = 2 * Math.asin(Math.min(1, Math.sqrt(squares / 8)));
  return Math.max(translation, rotation);
}

/** Returns the pose of the tip as an item of a poses file. */
export function poseItemAt(arm: NamedDh, joints: ArrayLike<number>): PoseItem {
  const m = forwardByMatrices(arm, joints);
  return { pos: [at(m, 3), at(m, 7), at(m, 11)], quat_xyzw: quaternionOf(m) };
}

function quaternionOf(m: Matrix): number[] {
  const [xx, yy, zz] = [at(m, 0), at(m, 5), at(m, 10)];
  const candidates = [
    [1 + xx - yy - zz, at(m, 1) + at(m, 4), at(m, 2) + at(m, 8), at(m, 9) - at(m, 6)],
    [at(m, 1) + at(m, 4), 1 - xx + yy - zz, at(m, 6) + at(m, 9), at(m, 2) - at(m, 8)],
    [at(m, 2) + at(m, 8), at(m, 6) + at(m, 9), 1 - xx - yy + zz, at(m, 4) - at(m, 1)],
    [at(m, 9) - at(m, 6), at(m, 2) - at(m, 8), at(m, 4) - at(m, 1), 1 + xx + yy + zz],
  ];
  const lengths = candidates.map((q) => Math.hypot(...q));
  const best = lengths.indexOf(Math.max(...lengths));
  return (candidates[best] ?? []).map((value) => value / (lengths[best] ?? 1));
}

/** Returns the rotation of the item's quaternion, 3×3 row-major. */
function rotationOf({ quat_xyzw }: PoseItem): Matrix {
  const [qx = 0, qy = 0, qz = 0, qw = 1] = quat_xyzw;
  const n = Math.hypot(qx, qy, qz, qw);
  const [x, y, z, w] = [qx / n, qy / n, qz / n, qw / n];
  const firstRow = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)];
  const secondRow = [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)];
  return [...firstRow, ...secondRow, 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column += 1) {
      const sum = at(a, row) * at(b, column) + at(a, row + 1) * at(b, column + 4) + at(a, row + 2) * at(b, column + 8);
      out.push(sum + (column === 3 ? at(a, row + 3) : 0));
    }
  }
  return out;
}

function at(matrix: Matrix, index: number): number {
  return matrix[index] ?? 0;
}
