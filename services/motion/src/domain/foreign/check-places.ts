import { angleBetweenQuaternions, distancePoses, distanceVec3, type Pose, positionOf } from '@cellwright/geometry';
import { type ArmContext, tcpPoseFromRest, tcpPoseOf } from '../arm-context.ts';
import { createArc, createLine, createRotation, type ToolPath } from '../cartesian/tool-path.ts';
import type { MoveRequest, MoveSegment, MoveTarget } from '../move/request.ts';
import { tcpOfTarget } from '../move/target-tcp.ts';
import type { Leg, Sample } from './samples.ts';

/** Maximum deviation of an external plan from the request: m and rad, at the TCP and in the joints. */
const tolerance = { position: 0.001, rotation: 0.01, joint: 0.002, straight: 0.01 } as const;
/** Maximum joint speed at a target without blending, rad/s: the remaining motion one sample earlier or later. */
const standstill = 0.1;
/** Number of places of a tool path that are compared. */
const pathSteps = 400;

export interface PlaceProblem {
  readonly reason: string;
  readonly targetIndex: number;
}

/**
 * Returns the legs of a segment that passes its targets in order and ends at the last one; otherwise the missed target.
 */
export function findLegs(
  arm: ArmContext,
  request: MoveRequest,
  { firstTarget, lastTarget }: MoveSegment,
  samples: readonly Sample[],
): Leg[] | PlaceProblem {
  const legs: Leg[] = [];
  let first = 0;
  let corner: Pose | undefined;
  for (let targetIndex = firstTarget; targetIndex <= lastTarget; targetIndex++) {
    const target = request.targets[targetIndex];
    if (!target) return { reason: "the external planner's plan serves a target that was not asked for", targetIndex };
    const tcp = tcpOfTarget(target, request.tool.tcp);
    const places = samples.map(({ positions }) => tcpPoseOf(arm, positions, tcp));
    const goal = goalOf(arm, target, tcp, places[first]);
    const last = targetIndex === lastTarget ? samples.length - 1 : findPassing(target, goal, places, samples, first);
    if (last === undefined)
      return { reason: "the external planner's trajectory does not pass its target", targetIndex };
    const missed = targetIndex === lastTarget && describeMiss(target, goal, places[last], samples[last]);
    if (missed) return { reason: missed, targetIndex };
    const from = corner ?? places[first] ?? goal;
    legs.push({ targetIndex, first, last, places, from, to: goal });
    first = last;
    corner = radiusOf(target) > 0 ? goal : undefined;
  }
  return legs;
}

/** Returns the reason why a leg differs from the requested motion; undefined if it does not. */
export function describeStray(
  request: MoveRequest,
  { targetIndex, first, last, places, from, to }: Leg,
  samples: readonly Sample[],
): string | undefined {
  const target = request.targets[targetIndex];
  if (!target) return undefined;
  const before = request.targets[targetIndex - 1];
  const rounded = { start: before ? radiusOf(before) : 0, end: radiusOf(target) };
  if (target.motionKind === 'joint') {
    // If detours are allowed, the planner chooses the way; contacts are checked separately.
    const isFree = request.mayAvoid || target.keepToolAxis || rounded.start > 0 || rounded.end > 0;
    const isStraight = isFree || isStraightInJoints(samples.slice(first, last + 1));
    return isStraight ? undefined : "the external planner's trajectory does not go straight in joint space";
  }
  const path = pathOf(target, from, to);
  if (!path) return "the external planner's trajectory cannot be compared with the circle that was asked for";
  const wanted = Array.from({ length: pathSteps + 1 }, (_, step) => path.poseAt(step / pathSteps));
  const isOn = (place: Pose): boolean => {
    if (distance(place, from) <= rounded.start || distance(place, to) <= rounded.end) return true;
    const gap = (pose: Pose) => distance(place, pose);
    const spacing = path.length / pathSteps;
    return wanted.some(
      (pose) => gap(pose) <= tolerance.position + spacing && angleBetweenQuaternions(pose, place) <= leanAt(path),
    );
  };
  const strays = places.slice(first, last + 1).some((place) => !isOn(place));
  return strays ? `the external planner's trajectory leaves the ${path.kind} that was asked for` : undefined;
}

/** Returns the maximum angle between the orientation and that of the nearest compared place. */
function leanAt({ angle }: ToolPath): number {
  return tolerance.rotation * 3 + angle / pathSteps;
}

function pathOf(target: MoveTarget, from: Pose, to: Pose): ToolPath | undefined {
  if (target.motionKind === 'rotation') return createRotation(from, to);
  if (target.motionKind !== 'arc') return createLine(from, to);
  const arc = target.via && createArc(from, positionOf(target.via), to);
  return arc?.kind === 'path' ? arc.path : undefined;
}

/** Returns the target pose of the TCP. A rotation keeps its position: only the orientation of its target counts. */
function goalOf(arm: ArmContext, { target, motionKind }: MoveTarget, tcp: Pose, from: Pose | undefined): Pose {
  const goal = 'joints' in target ? tcpPoseOf(arm, target.joints, tcp) : tcpPoseFromRest(target.pose);
  return motionKind === 'rotation' && from ? { ...goal, x: from.x, y: from.y, z: from.z } : goal;
}

function describeMiss(
  { target }: MoveTarget,
  goal: Pose,
  place: Pose | undefined,
  end: Sample | undefined,
): string | undefined {
  const missed = "the external planner's trajectory does not end at its target";
  if (!place || !end) return missed;
  const { translation, rotation } = distancePoses(place, goal);
  if (translation > tolerance.position || rotation > tolerance.rotation)
    return `${missed}: it ends ${(translation * 1000).toFixed(1)} mm and ${((rotation * 180) / Math.PI).toFixed(1)}° away`;
  const off = 'joints' in target ? target.joints.findIndex((angle, joint) => !isNear(angle, end.positions[joint])) : -1;
  return off >= 0 ? `${missed}: joint ${off} has another end position` : undefined;
}

/** Returns the sample that passes an intermediate target: the nearest of the first ones that come close enough. */
function findPassing(
  target: MoveTarget,
  goal: Pose,
  places: readonly Pose[],
  samples: readonly Sample[],
  from: number,
): number | undefined {
  const isRounded = radiusOf(target) > 0;
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let index = from; index < places.length; index++) {
    const place = places[index];
    const next = places[index + 1] ?? place;
    if (!place || !next) break;
    // Between two samples the distance may be smaller than at either.
    const reach = radiusOf(target) + tolerance.position + distance(place, next);
    const gap = distance(place, goal);
    const stands = samples[index]?.velocities.every((velocity) => Math.abs(velocity) <= standstill) ?? false;
    if (gap <= reach && (isRounded || stands)) {
      if (gap < least) [best, least] = [index, gap];
    } else if (best !== undefined) break;
  }
  return best;
}

function isStraightInJoints(samples: readonly Sample[]): boolean {
  const from = samples[0]?.positions ?? [];
  const to = samples.at(-1)?.positions ?? [];
  const way = to.map((angle, joint) => angle - (from[joint] ?? 0));
  const squared = way.reduce((sum, step) => sum + step * step, 0);
  return samples.every(({ positions }) => {
    const offset = positions.map((angle, joint) => angle - (from[joint] ?? 0));
    const along = squared === 0 ? 0 : offset.reduce((sum, step, joint) => sum + step * (way[joint] ?? 0), 0) / squared;
    const share = Math.min(1, Math.max(0, along));
    return offset.every((step, joint) => Math.abs(step - share * (way[joint] ?? 0)) <= tolerance.straight);
  });
}

function radiusOf({ stopHere, blendRadius }: MoveTarget): number {
  return stopHere ? 0 : blendRadius;
}

function distance(a: Pose, b: Pose): number {
  return distanceVec3(positionOf(a), positionOf(b));
}

function isNear(angle: number, other: number | undefined): boolean {
  return Math.abs(angle - (other ?? Number.NaN)) <= tolerance.joint;
}
