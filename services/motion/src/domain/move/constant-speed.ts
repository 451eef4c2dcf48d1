import type { GeometricPath, MotionLimits } from '@cellwright/trajectory';
import type { ToolMotion } from './tool-motion.ts';

/** Minimum number of sampled places of a path. */
const leastSamples = 64;
/** Fraction of the maximum speed, so that a joint at its limit has a margin for corrections. */
const usableShare = 0.98;

/**
 * Returns the maximum tool speed, m/s, that an arm can keep all along a path within the limits of its joints; it only
 * differs at start and end. At constant tool speed v a joint moves at v·dq/du, v²·d²q/du² and v³·d³q/du³, where u is
 * the distance of the tool.
 */
export function findConstantSpeed(path: GeometricPath, tool: ToolMotion, limits: MotionLimits): number {
  const { travelled, rates } = measureRates(path, tool);
  const turning = differentiate(rates, travelled);
  const jerking = differentiate(turning, travelled);
  const speed = Math.min(
    slowestJoint(rates, limits.velocity),
    slowestJoint(turning, limits.acceleration) ** (1 / 2),
    slowestJoint(jerking, limits.jerk) ** (1 / 3),
  );
  return speed * usableShare;
}

type Rows = readonly (readonly number[])[];

/** Returns the distance of the tool at places of the path, metres, and the rate of each joint there, rad/m. */
function measureRates(path: GeometricPath, tool: ToolMotion): { travelled: readonly number[]; rates: Rows } {
  const { jointCount, length } = path;
  const [position, first, second, third] = [0, 1, 2, 3].map(() => new Float64Array(jointCount));
  const travelled: number[] = [];
  const rates: number[][] = [];
  if (!position || !first || !second || !third) return { travelled, rates };
  const count = Math.max(leastSamples, path.knots.length);
  const step = length / count;
  let before: number | undefined;
  for (let sample = 0; sample <= count; sample++) {
    path.evaluate(sample * step, { position, first, second, third });
    const speed = tool.arm.speedAt(position, first);
    const last = travelled.at(-1) ?? 0;
    travelled.push(before === undefined ? 0 : last + ((before + speed) / 2) * step);
    rates.push(Array.from(first, (rate) => rate / speed));
    before = speed;
  }
  return { travelled, rates };
}

/** Returns central differences. */
function differentiate(rows: Rows, along: readonly number[]): Rows {
  return rows.map((row, index) => {
    const [low, high] = [Math.max(0, index - 1), Math.min(rows.length - 1, index + 1)];
    const span = (along[high] ?? 0) - (along[low] ?? 0);
    return row.map((_, joint) => ((rows[high]?.[joint] ?? 0) - (rows[low]?.[joint] ?? 0)) / span);
  });
}

/** Returns the factor by which every joint stays within its limits at every place. */
function slowestJoint(rows: Rows, limits: readonly number[]): number {
  let factor = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    for (const [joint, rate] of row.entries()) {
      factor = Math.min(factor, (limits[joint] ?? 0) / Math.max(Math.abs(rate), Number.MIN_VALUE));
    }
  }
  return factor;
}
