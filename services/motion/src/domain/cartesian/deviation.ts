import type { Kinematics } from '@cellwright/arm';
import { transformSize } from '@cellwright/geometry';

/** Deviation of the TCP between two configurations: metres and rad. */
export interface Deviation {
  readonly position: number;
  readonly rotation: number;
}

/**
 * Returns the maximum distance of the TCP from each joint's origin for any joint positions, metres: the links laid end
 * to end.
 */
export function boundLevers({ chain }: Kinematics, tcpDistance: number): Float64Array {
  const lengthAt = (transforms: Float64Array, at: number): number =>
    Math.hypot(transforms[at + 3] ?? 0, transforms[at + 7] ?? 0, transforms[at + 11] ?? 0);
  const count = chain.steps.length / transformSize;
  const levers = new Float64Array(count);
  let lever = tcpDistance + lengthAt(chain.linkOffsets, chain.tipIndex * transformSize);
  for (let joint = count - 1; joint >= 0; joint -= 1) {
    levers[joint] = lever;
    lever += lengthAt(chain.steps, joint * transformSize);
  }
  return levers;
}

/**
 * Returns a bound on the distance of the TCP from the pose that moves evenly between its two end poses, while the
 * joints go straight from one configuration to another. A curve deviates from its chord by at most an eighth of its
 * second derivative; that of the position is at most ΣΣ|Δi||Δj|·lever, since |∂²p/∂qi∂qj| = |zi × (zj × (p − oj))|, and
 * that of the orientation Σ|Δi||Δj| over pairs, since only the axes of later joints are turned.
 */
export function boundDeviation(levers: Float64Array, from: Float64Array, to: Float64Array): Deviation {
  let position = 0;
  let pairs = 0;
  let before = 0;
  for (const [joint, lever] of levers.entries()) {
    const turn = Math.abs((to[joint] ?? 0) - (from[joint] ?? 0));
    position += lever * turn * (turn + 2 * before);
    pairs += turn * before;
    before += turn;
  }
  return { position: position / 8, rotation: pairs / 8 };
}
