import { type Transform, transformSize } from '@cellwright/geometry';
import { jointCount } from '../model/arm-model.ts';
import type { Chain } from './chain.ts';

/** Number of bodies: body 0 (the root) and the six bodies behind the joints. */
export const bodyCount = jointCount + 1;

/** Writes the frames of bodies 1..6 in the root frame behind body 0, which must already contain the root's frame. */
export function computeBodies(chain: Chain, joints: ArrayLike<number>, bodies: Transform): void {
  const { steps } = chain;
  for (let index = 0; index < jointCount; index += 1) {
    const angle = joints[index] ?? 0;
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    const step = index * transformSize;
    const s00 = steps[step] ?? 0;
    const s01 = steps[step + 1] ?? 0;
    const s02 = steps[step + 2] ?? 0;
    const s03 = steps[step + 3] ?? 0;
    const s10 = steps[step + 4] ?? 0;
    const s11 = steps[step + 5] ?? 0;
    const s12 = steps[step + 6] ?? 0;
    const s13 = steps[step + 7] ?? 0;
    const s20 = steps[step + 8] ?? 0;
    const s21 = steps[step + 9] ?? 0;
    const s22 = steps[step + 10] ?? 0;
    const s23 = steps[step + 11] ?? 0;
    for (let row = 0; row < transformSize; row += 4) {
      const from = step + row;
      const a0 = bodies[from] ?? 0;
      const a1 = bodies[from + 1] ?? 0;
      const a2 = bodies[from + 2] ?? 0;
      const x = a0 * s00 + a1 * s10 + a2 * s20;
      const y = a0 * s01 + a1 * s11 + a2 * s21;
      const to = from + transformSize;
      bodies[to] = x * cosine + y * sine;
      bodies[to + 1] = y * cosine - x * sine;
      bodies[to + 2] = a0 * s02 + a1 * s12 + a2 * s22;
      bodies[to + 3] = a0 * s03 + a1 * s13 + a2 * s23 + (bodies[from + 3] ?? 0);
    }
  }
}
