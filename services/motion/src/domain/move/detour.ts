import { blendWaypoints } from '@cellwright/trajectory';
import type { ArmContext } from '../arm-context.ts';
import { planPath } from '../planner/plan.ts';
import { describePair } from './contact.ts';
import type { MoveFailure, MoveRequest } from './request.ts';
import type { ResolvedTarget } from './resolve-targets.ts';
import type { Way } from './way.ts';

/** What one way round may cost: checks end it at the same place on every machine, time in any case. */
const planningBudget = { checks: 5_000_000, milliseconds: 8_000 };
const shorteningBudget = { checks: 20_000, milliseconds: 500 };
/** Corners of a way round are rounded by at most this much in joint space, rad; less where it would touch. */
const cornerRadii = [0.3, 0.1, 0.03, 0.01];
const sampleStep = 0.02;
/** What the spline through the samples may add to them is kept clear of by rounding corners no tighter than this, rad. */
const stopGap = 1e-9;

export type DetourResult =
  | { readonly ok: true; readonly way: Way; readonly waypoints: readonly (readonly number[])[] }
  | { readonly ok: false; readonly failure: Omit<MoveFailure, 'targetIndex'> };

/** A way round what is between two configurations; undefined when the straight one is clear. */
export function findDetour(
  arm: ArmContext,
  request: MoveRequest,
  from: readonly number[],
  { joints, index }: Pick<ResolvedTarget, 'joints' | 'index'>,
  isCancelled: (() => boolean) | undefined,
): DetourResult | undefined {
  const { world } = arm.checker;
  const isClear = (a: readonly number[], b: readonly number[]) =>
    world.isMotionClear(Float64Array.from(a), Float64Array.from(b));
  if (isClear(from, joints)) return undefined;
  const known = request.knownDetours?.find(({ targetIndex }) => targetIndex === index);
  if (known) {
    const waypoints = [from, ...known.waypoints.slice(1, -1), joints];
    if (waypoints.every((to, at) => at === 0 || isClear(waypoints[at - 1] ?? to, to))) return toWay(arm, waypoints);
  }
  const space = { lower: arm.limits.lower, upper: arm.limits.upper };
  const result = planPath(
    world,
    { start: from, goals: [joints], space },
    {
      seed: request.seed ?? 1,
      planning: planningBudget,
      shortening: shorteningBudget,
      clock: arm.clock,
      ...(isCancelled ? { isCancelled } : {}),
    },
  );
  if (result.kind === 'planned') {
    return toWay(
      arm,
      result.path.map((q) => [...q]),
    );
  }
  const { refusal } = result;
  switch (refusal.kind) {
    case 'startInCollision':
    case 'goalInCollision':
      return { ok: false, failure: { kind: refusal.kind, reason: describePair(refusal.pair) } };
    case 'budgetSpent':
    case 'cancelled':
      return { ok: false, failure: { kind: 'budgetSpent', reason: 'no way round was found in the time there is' } };
    default:
      return { ok: false, failure: { kind: 'unreachable', reason: 'there is no way to the target' } };
  }
}

/** Rounds the corners as much as stays clear. */
function toWay(arm: ArmContext, waypoints: readonly (readonly number[])[]): DetourResult {
  for (const radius of cornerRadii) {
    const samples = sampleRounded(waypoints, radius);
    if (samples && arm.checker.checkPath(samples).kind === 'clear') {
      return { ok: true, way: { isStraightInJoints: false, joints: samples }, waypoints };
    }
  }
  const reason = 'the way round is too tight to be driven without stopping; add a waypoint';
  return { ok: false, failure: { kind: 'pathInCollision', reason } };
}

/** Configurations along straight segments with rounded corners; undefined when the path turns back on itself. */
function sampleRounded(waypoints: readonly (readonly number[])[], radius: number): (readonly number[])[] | undefined {
  const paths = blendWaypoints(
    waypoints,
    waypoints.map(() => radius),
  );
  const [path] = paths;
  if (!path || paths.length !== 1) return undefined;
  // The quintic of a corner needs a few samples whatever its size.
  const step = Math.min(sampleStep, Math.max(radius / 4, stopGap));
  const count = Math.max(8, Math.ceil(path.length / step));
  return Array.from({ length: count + 1 }, (_, sample) => [...path.positionAt((path.length * sample) / count)]);
}
