import type { MotionLimits } from '../limits.ts';
import type { GeometricPath } from './geometric-path.ts';
import type { ToolLimits } from './tool-travel.ts';

/**
 * A part of a path with its own limits. They only lower the limits of the whole path; where stretches overlap, as the
 * legs of a move do in a rounded corner, the lowest limits apply.
 */
export interface PathStretch {
  /** Path parameters at which it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly limits: MotionLimits;
  readonly tool?: ToolLimits;
}

/** A part of a path with constant limits. */
export interface LimitZone {
  /** Path parameter at its end; it begins at the end of the previous zone. */
  readonly to: number;
  readonly limits: MotionLimits;
  /** One for each tool whose motion is limited. */
  readonly tools: readonly ToolLimits[];
}

/** Relative distance at which an end of a stretch and a joint of the path are the same: the difference is rounding. */
const SAME_PLACE = 1e-9;

/** Divides a path where its limits change into as few zones as possible, from start to end. */
export function divideByLimits(
  path: GeometricPath,
  whole: { readonly limits: MotionLimits; readonly tool?: ToolLimits | undefined },
  stretches: readonly PathStretch[],
): LimitZone[] {
  const { length } = path;
  const joints = path.spanEnds;
  const snap = (s: number) => joints.find((joint) => Math.abs(joint - s) <= SAME_PLACE * Math.max(1, length)) ?? s;
  const placed = stretches.map((stretch) => ({ ...stretch, from: snap(stretch.from), to: snap(stretch.to) }));
  const inside = placed.flatMap(({ from, to }) => [from, to]).filter((s) => s > 0 && s < length);
  const ends = [...new Set([...inside, length])].sort((a, b) => a - b);
  const zones: LimitZone[] = [];
  ends.forEach((to, index) => {
    const middle = ((ends[index - 1] ?? 0) + to) / 2;
    const over = placed.filter((stretch) => stretch.from <= middle && middle <= stretch.to);
    const tools = [whole.tool, ...over.map(({ tool }) => tool)].filter((tool) => tool !== undefined);
    const zone = { to, limits: lowest([whole.limits, ...over.map(({ limits }) => limits)]), tools: mergeTools(tools) };
    const before = zones[zones.length - 1];
    if (before !== undefined && isSame(before, zone)) zones.pop();
    zones.push(zone);
  });
  return zones;
}

function lowest(all: readonly MotionLimits[]): MotionLimits {
  const of = (quantity: keyof MotionLimits) =>
    (all[0]?.[quantity] ?? []).map((own, joint) =>
      Math.min(own, ...all.map((limits) => limits[quantity][joint] ?? own)),
    );
  return { velocity: of('velocity'), acceleration: of('acceleration'), jerk: of('jerk') };
}

/** Merges limits of the same tool (by its position function) into one, with the lower of each. */
function mergeTools(tools: readonly ToolLimits[]): ToolLimits[] {
  const merged = new Map<ToolLimits['position'], ToolLimits>();
  for (const tool of tools) {
    const other = merged.get(tool.position);
    const acceleration = Math.min(accelerationOf(tool), other === undefined ? Infinity : accelerationOf(other));
    merged.set(tool.position, {
      ...tool,
      speed: Math.min(tool.speed, other?.speed ?? Number.POSITIVE_INFINITY),
      acceleration,
    });
  }
  return [...merged.values()].filter(
    (tool) => tool.speed < Number.POSITIVE_INFINITY || accelerationOf(tool) < Number.POSITIVE_INFINITY,
  );
}

function accelerationOf({ acceleration }: ToolLimits): number {
  return acceleration ?? Number.POSITIVE_INFINITY;
}

function isSame(a: LimitZone, b: LimitZone): boolean {
  const hasSame = (quantity: keyof MotionLimits) =>
    a.limits[quantity].every((own, joint) => own === b.limits[quantity][joint]);
  return (
    hasSame('velocity') &&
    hasSame('acceleration') &&
    hasSame('jerk') &&
    a.tools.length === b.tools.length &&
    a.tools.every((tool, index) => {
      const other = b.tools[index];
      return (
        tool.position === other?.position &&
        tool.speed === other.speed &&
        accelerationOf(tool) === accelerationOf(other)
      );
    })
  );
}
