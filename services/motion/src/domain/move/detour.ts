import { distancePoses } from '@cellwright/geometry';
import type { GeometricPath } from '@cellwright/trajectory';
import { type ArmContext, tcpPoseOf, tool0PoseFor } from '../arm-context.ts';
import type { ToolAxisConstraint } from '../planner/constraint.ts';
import { listGoals } from '../planner/goals.ts';
import { type PlanRefusal, planPath } from '../planner/plan.ts';
import { explainPair } from './contact.ts';
import { explain } from './explain.ts';
import { explainLean, keepFrom } from './kept-axis.ts';
import type { Detour, MoveFailure, MoveRequest, Reason } from './request.ts';
import { explainLeftRange, type ResolvedTarget } from './resolve-targets.ts';
import { roundCorners } from './round-corners.ts';
import { densify, type Way } from './way.ts';

/**
 * Budget of a search. Shortening ends by itself or by its checks, at the same place on every machine; the times are for
 * machines under load. All together take less than the 5 s that a caller waits for each target.
 */
const searchBudget = {
  onlyPosture: { checks: 200_000, milliseconds: 2_600 },
  eachPosture: { checks: 100_000, milliseconds: 1_300 },
};
const shorteningBudget = { checks: 4_000, milliseconds: 1_500 };
/** Joint-space distance between checks of a kept axis, rad. */
const sampleStep = 0.02;
/** Tolerance between the end of a known detour and the requested pose, metres and rad. */
const samePose = 1e-6;

type Joints = readonly number[];
type Refused = { readonly ok: false; readonly failure: Omit<MoveFailure, 'targetIndex'> };
/** A path, and its waypoints, connected by straight lines in joint space. */
export type FoundWay = { readonly ok: true; readonly way: Way; readonly waypoints: readonly Joints[] };

export type JointWay =
  /** `detour` if it is not the straight way to the nearest posture. */
  { readonly ok: true; readonly way: Way; readonly joints: Joints; readonly detour?: Detour } | Refused;

/** Inputs of a search. */
interface Search {
  readonly arm: ArmContext;
  readonly request: MoveRequest;
  readonly from: Joints;
  readonly target: ResolvedTarget;
  /** Constraint along the whole path. */
  readonly keep: ToolAxisConstraint | undefined;
  readonly isCancelled: (() => boolean) | undefined;
}

/**
 * Finds the way of a joint move: straight to the nearest posture. If that touches something and detours are allowed, or
 * if it would tilt a tool that must stay level: a detour to the same posture, and for a pose to any other posture if
 * there is none.
 */
export function findJointWay(
  arm: ArmContext,
  request: MoveRequest,
  from: Joints,
  target: ResolvedTarget,
  isCancelled: (() => boolean) | undefined,
): JointWay {
  const { joints, index } = target;
  const kept = target.target.keepToolAxis;
  const keep = kept && keepFrom(arm, from, kept);
  const lean = kept && keep && explainLean(keep, kept, joints);
  if (lean) return { ok: false, failure: { kind: 'unreachable', ...lean } };
  const straight = arm.checker.checkPath([from, joints]);
  const isKept = keep === undefined || holds(keep, densify(from, joints));
  // A blocked path without permission for detours is refused with its position once it is timed.
  if (isKept && (straight.kind === 'clear' || !(request.mayAvoid || keep))) {
    return { ok: true, way: straightWay(from, joints), joints };
  }
  const blocked =
    straight.kind === 'clear' ? explain('the tool would be tilted', 'toolTilts') : explainPair(straight.pair);
  const search = { arm, request, from, target, keep, isCancelled };
  const found = retakeKnown(search) ?? searchWays(search, blocked);
  if (!found.ok) return found;
  const reached = found.waypoints.at(-1) ?? joints;
  const isOtherPosture = reached.some((angle, joint) => angle !== joints[joint]);
  const detour = { targetIndex: index, waypoints: found.waypoints, reason: blocked.reason, isOtherPosture };
  return { ok: true, way: found.way, joints: reached, detour };
}

/**
 * Finds a clear way of a joint move to one of several postures of its pose: straight to the first of them, or the
 * shortest that a search finds to any. Undefined when there is none.
 */
export function findWayToAny(
  { arm, request, from, target, isCancelled }: Omit<Search, 'keep'>,
  postures: readonly Joints[],
  how: 'straight' | 'round',
): FoundWay | undefined {
  const kept = target.target.keepToolAxis;
  const keep = kept && keepFrom(arm, from, kept);
  const search = { arm, request, from, target, keep, isCancelled };
  if (how === 'round') {
    const found = searchWay(search, postures);
    const way = 'kind' in found ? undefined : toWay(search, found);
    return way?.ok ? way : undefined;
  }
  const [posture] = postures;
  if (!posture || arm.checker.checkPath([from, posture]).kind !== 'clear') return undefined;
  if (keep && !holds(keep, densify(from, posture))) return undefined;
  return { ok: true, way: straightWay(from, posture), waypoints: [from, posture] };
}

function holds(keep: ToolAxisConstraint, samples: readonly Joints[]): boolean {
  return samples.every((joints) => keep.isSatisfied(Float64Array.from(joints), 0));
}

/** Returns the known detour from the current position, if it is still clear and ends at the target. */
function retakeKnown(search: Search): FoundWay | undefined {
  const { arm, request, from } = search;
  const { joints, index, tcpPose, tcp } = search.target;
  const known = request.knownDetours?.find(({ targetIndex }) => targetIndex === index);
  if (!known) return undefined;
  const { isOtherPosture } = known;
  const end = isOtherPosture ? (known.waypoints.at(-1) ?? joints) : joints;
  if (isOtherPosture) {
    const { translation, rotation } = distancePoses(tcpPoseOf(arm, end, tcp), tcpPose);
    const isThere = Math.max(translation, rotation) <= samePose && !explainLeftRange(arm, end);
    if (!isThere || !isPose(request, index)) return undefined;
  }
  const waypoints = [from, ...known.waypoints.slice(1, -1), end];
  if (arm.checker.checkPath(waypoints).kind !== 'clear') return undefined;
  const way = toWay(search, waypoints);
  return way.ok ? way : undefined;
}

function searchWays(search: Search, blocked: Required<Reason>): FoundWay | Refused {
  const { arm, request, from } = search;
  const { joints, index, tcpPose, tcp } = search.target;
  const same = searchWay(search, [joints]);
  if (!('kind' in same)) return toWay(search, same);
  if (!isPose(request, index) || same.kind === 'cancelled') return { ok: false, failure: toFailure(same, blocked) };
  const space = { lower: arm.limits.lower, upper: arm.limits.upper };
  const goals = listGoals(arm.inverse, tool0PoseFor(tcpPose, tcp), from, space);
  const other = searchWay(search, goals);
  if (!('kind' in other)) return toWay(search, other);
  if (other.kind !== 'goalInCollision' || same.kind !== 'goalInCollision')
    return { ok: false, failure: toFailure(other, blocked) };
  const touch = explainPair(same.pair);
  if (goals.length <= 1) return { ok: false, failure: { kind: 'goalInCollision', ...touch } };
  const words = `${touch.reason}, and every other posture would also collide`;
  const { reason, causes } = explain(words, 'everyPostureTouches');
  return { ok: false, failure: { kind: 'goalInCollision', reason, causes: [...touch.causes, ...causes] } };
}

function isPose({ targets }: MoveRequest, index: number): boolean {
  const target = targets[index]?.target;
  return target !== undefined && 'pose' in target;
}

function searchWay(
  { arm, request, from: start, target, keep: constraint, isCancelled }: Search,
  goals: readonly ArrayLike<number>[],
): Joints[] | PlanRefusal {
  // An arm at a limit may be measured slightly beyond it.
  const space = {
    lower: arm.limits.lower.map((limit, joint) => Math.min(limit, start[joint] ?? limit)),
    upper: arm.limits.upper.map((limit, joint) => Math.max(limit, start[joint] ?? limit)),
  };
  const { seed = 1 } = request;
  const planning = isPose(request, target.index) ? searchBudget.eachPosture : searchBudget.onlyPosture;
  const watch = { clock: arm.clock, ...(isCancelled ? { isCancelled } : {}) };
  const result = planPath(
    arm.checker.world,
    { start, goals, space, ...(constraint ? { constraint } : {}) },
    { seed, planning, shortening: shorteningBudget, ...watch },
  );
  return result.kind === 'planned' ? result.path.map((q) => [...q]) : result.refusal;
}

function toFailure(refusal: PlanRefusal, blocked: Required<Reason>): Omit<MoveFailure, 'targetIndex'> {
  switch (refusal.kind) {
    case 'startInCollision':
    case 'goalInCollision':
      return { kind: refusal.kind, ...explainPair(refusal.pair) };
    case 'budgetSpent':
    case 'cancelled': {
      const words = `no way round was found in the time there is; on the straight one ${blocked.reason}`;
      const { reason, causes } = explain(words, 'noWayInTime');
      return { kind: 'budgetSpent', reason, causes: [...causes, ...blocked.causes] };
    }
    default:
      return { kind: 'unreachable', ...explain('there is no way to the target', 'noWay') };
  }
}

function straightWay(from: Joints, to: Joints): Way {
  return { isStraightInJoints: true, joints: densify(from, to) };
}

/** Blends the corners as much as stays clear, and level. */
function toWay({ arm, keep }: Search, waypoints: readonly Joints[]): FoundWay | Refused {
  const [from, to] = waypoints;
  // Another posture may be reachable on a straight path.
  if (from && to && waypoints.length === 2) return { ok: true, way: straightWay(from, to), waypoints };
  const curve = roundCorners(arm, waypoints, keep);
  if (curve && (keep === undefined || holds(keep, sample(curve)))) {
    return { ok: true, way: { isStraightInJoints: false, joints: waypoints, curve }, waypoints };
  }
  const reason = 'the way round is too tight to be driven without stopping; add a waypoint';
  return { ok: false, failure: { kind: 'pathInCollision', ...explain(reason, 'wayTooTight') } };
}

function sample(curve: GeometricPath): Joints[] {
  const count = Math.max(8, Math.ceil(curve.length / sampleStep));
  return Array.from({ length: count + 1 }, (_, index) => curve.positionAt((curve.length * index) / count));
}
