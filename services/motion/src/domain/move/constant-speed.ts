import type { GeometricPath, MotionLimits } from '@cellwright/trajectory';
import type { ToolMotion } from './tool-motion.ts';

/** Places of a path that are looked at, at least. */
const leastSamples = 64;
/** Less than the fastest by this share, so that a place where a joint is at its limit leaves it something to correct with. */
const usableShare = 0.98;

/**
 * The fastest tool speed, m/s, that an arm can keep all along a path within the limits of its joints: there is no other
 * speed on the way, but where it starts and ends. At constant tool speed v a joint moves at v·dq/du, v²·d²q/du² and
 * v³·d³q/du³, u being what the tool has travelled.
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

/** How far the tool has travelled at places of the path, metres, and how far each joint turns there per metre, rad/m. */
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

/** Central differences. */
function differentiate(rows: Rows, along: readonly number[]): Rows {
  return rows.map((row, index) => {
    const [low, high] = [Math.max(0, index - 1), Math.min(rows.length - 1, index + 1)];
    const span = (along[high] ?? 0) - (along[low] ?? 0);
    return row.map((_, joint) => ((rows[high]?.[joint] ?? 0) - (rows[low]?.[joint] ?? 0)) / span);
  });
}

/** The factor by which every joint may have its rate at every place. */
function slowestJoint(rows: Rows, limits: readonly number[]): number {
  let factor = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    for (const [joint, rate] of row.entries()) {
      factor = Math.min(factor, (limits[joint] ?? 0) / Math.max(Math.abs(rate), Number.MIN_VALUE));
    }
  }
  return factor;
}
