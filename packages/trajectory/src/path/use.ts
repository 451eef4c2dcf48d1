import { addSegmentUse, type LimitUse } from '../limit-use.ts';
import type { Trajectory } from '../trajectory.ts';
import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives } from './geometric-path.ts';
import type { LimitShares, Task } from './rows.ts';
import { evaluateAt } from './rows.ts';
import type { Timing } from './timing.ts';
import { boundToolSpeed } from './tool-speed.ts';
import type { ToolTravel } from './tool-travel.ts';

/** Reserve for the motion between samples. */
const SAMPLED_RESERVE = 1.0005;
const NO_USE: LimitUse = { velocity: 0, acceleration: 0, jerk: 0 };
const quantities = ['velocity', 'acceleration', 'jerk'] as const;

/** Used share of the limits of every interval, and the stretch required to keep all of them. */
export interface MeasuredUse {
  readonly uses: LimitShares;
  readonly stretch: number;
}

/**
 * Measures joints at the extrema of their polynomials, and the tool's speed by an upper bound if its arm is known (see
 * `ToolLimits`). The tool's use refers to its speed: an acceleration counts with its square root.
 */
export function measureUse({ path, zones }: Task, timing: Timing, trajectory: Trajectory): MeasuredUse {
  const { sections } = timing.grid;
  const most = { velocity: 0, acceleration: 0, jerk: 0 };
  const joints = sections.map(({ zone }, k) => {
    const limits = zones[zone]?.limits;
    if (limits === undefined) return NO_USE;
    // A use within the limit and below that of other intervals does not matter.
    const floor = {
      velocity: Math.min(1, most.velocity),
      acceleration: Math.min(1, most.acceleration),
      jerk: Math.min(1, most.jerk),
    };
    const [from, to] = [trajectory.points[k], trajectory.points[k + 1]];
    const use = { velocity: 0, acceleration: 0, jerk: 0 };
    if (from && to) addSegmentUse(from, to, limits, floor, use);
    for (const quantity of quantities) most[quantity] = Math.max(most[quantity], use[quantity]);
    return use;
  });
  const stretch = Math.max(most.velocity, Math.sqrt(most.acceleration), Math.cbrt(most.jerk));
  const tool = Float64Array.from(sections, ({ zone, span }, k) => {
    let use = 0;
    for (const travel of zones[zone]?.travels ?? []) {
      // A use below that of other intervals does not matter and need not be exact.
      const floor = travel.speed * Math.min(1, Math.max(stretch, use));
      const exact = boundToolSpeed({ points: trajectory.points.slice(k, k + 2) }, travel.limits, floor);
      use = Math.max(use, exact === undefined ? 0 : exact / travel.speed);
      if (exact === undefined || travel.acceleration < Number.POSITIVE_INFINITY) {
        use = Math.max(use, sampleTool(path, timing, travel, k, span, exact === undefined));
      }
    }
    return use;
  });
  const of = (quantity: keyof LimitUse) => Float64Array.from(joints, (use) => use[quantity]);
  return {
    uses: { velocity: of('velocity'), acceleration: of('acceleration'), jerk: of('jerk'), tool },
    stretch: tool.reduce((max, use) => Math.max(max, use), stretch),
  };
}

/** Returns the share of the tool's limits that an interval uses, sampled at its ends and between. */
function sampleTool(
  path: GeometricPath,
  { grid, spline, c }: Timing,
  tool: ToolTravel,
  k: number,
  span: number,
  withSpeed: boolean,
): number {
  const at = createDerivatives(path.jointCount);
  const from = grid.x[k] ?? 0;
  const h = (grid.x[k + 1] ?? 0) - from;
  let use = 0;
  for (const u of [0.25, 0.5, 0.75, 1]) {
    const shape = evaluateAt(path, from + u * h, span, at);
    const weights = spline.weightsAt(k, u);
    const b = spline.apply(weights.value, c, k);
    const change = spline.apply(weights.slope, c, k) / 2;
    const travel = tool.derive(shape.s, span);
    const speed = travel.first * shape.first;
    const second = travel.second * shape.first * shape.first + travel.first * shape.second;
    const acceleration = Math.hypot(second * b + speed * change, travel.turning * shape.first * shape.first * b);
    use = Math.max(use, Math.sqrt(acceleration / tool.acceleration));
    if (withSpeed) use = Math.max(use, (speed * Math.sqrt(b)) / tool.speed);
  }
  return SAMPLED_RESERVE * use;
}
