import { tool0PoseFromRest } from '@cellwright/arm';
import type { Position, WirePose } from '@cellwright/domain/robot';
import type { Routine, Step } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import {
  addVec3,
  distanceVec3,
  interpolatePoses,
  normalizeVec3,
  type Pose,
  placeBesideTravel,
  positionOf,
  rotateVec3,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import { outlineWeld, type SeamLeg, type SeamOutline, type SeamPiece } from '@cellwright/steps/weld-outline';
import { WeaveAlongSeam } from '@cellwright/trajectory';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import type { ArmPath } from '../../../parts/arm-view/arm-view-props.ts';
import { argsOf, indexSteps, isWithin } from '../../../parts/step-index.ts';
import { targetOf } from '../../../parts/target-of.ts';

/** Points in a period of a drawn weave, and at most on a seam. */
const pointsPerPeriod = 24;
const maxPoints = 4000;
/** Length of the line that shows the direction of the torch, m. */
const torchLength = 0.08;

interface SeamInput {
  readonly routine: Routine;
  readonly items: readonly SpaceItem[];
  readonly tcp: WirePose | undefined;
  /** Pose of the arm's base in the world. */
  readonly armBase?: WirePose | undefined;
  readonly chosen: ReadonlySet<string>;
}

/**
 * Returns the seams of the chosen welds: beads with their weave or stitches, the ways between them, and the torch at each waypoint.
 * A seam ends before a waypoint that is only known at run time.
 */
export function seamPaths(input: SeamInput): ArmPath[] {
  const { routine, chosen } = input;
  return [...indexSteps(routine.steps).values()].flatMap(({ step }) => {
    const isChosen = step.stepKind === 'Weld' && isShown(routine, step, chosen);
    return isChosen ? drawWeld(step, input) : [];
  });
}

/** True if the weld is chosen, or one of its waypoints. */
function isShown(routine: Routine, weld: Step, chosen: ReadonlySet<string>): boolean {
  const index = indexSteps(routine.steps);
  return [...chosen].some((id) => isWithin(index.get(id), new Set([weld.id])));
}

function drawWeld(weld: Step, input: SeamInput): ArmPath[] {
  const [first, ...legs] = readLegs(weld, input);
  if (!first || legs.length === 0) return [];
  const parts = outlineWeld(argsOf(input.routine, weld.id), first.to, legs);
  return [
    ...parts.map((part, index) => ({
      id: `${weld.id}:part${index}`,
      points: part.weave ? weavePoints(part) : straightPoints(part.pieces),
      isChosen: part.isBead,
    })),
    ...[first, ...legs].map(({ to }, index) => ({ id: `${weld.id}:torch${index}`, points: torchAt(to), speed: 1 })),
  ];
}

/** Returns the poses of the waypoints, the start first. */
function readLegs(weld: Step, { routine, items, armBase, tcp }: SeamInput): SeamLeg[] {
  const legs: SeamLeg[] = [];
  const poseOf = (args: Parameters<typeof targetOf>[0]) => toPose(targetOf(args, items, armBase), tcp);
  for (const child of weld.steps ?? []) {
    if (child.isDisabled) continue;
    const args = argsOf(routine, child.id);
    const to = poseOf(child.stepKind === 'Arc' ? { ...Object(args.endTarget) } : args);
    if (!to) break;
    legs.push(child.stepKind === 'Arc' ? { to, via: poseOf({ ...Object(args.viaTarget) }) } : { to });
  }
  return legs;
}

/** Returns the pose of the tool with its z axis along the wire. */
function toPose(position: Position | undefined, tcp: WirePose | undefined): Pose | undefined {
  const pose = position?.pose ?? (position?.jointAngles && toolPoseOf(position.jointAngles, tcp));
  return pose && tool0PoseFromRest(pose);
}

function straightPoints(pieces: readonly SeamPiece[]): Vec3[] {
  return [...pieces.slice(0, 1).map(({ from }) => positionOf(from)), ...pieces.map(({ to }) => positionOf(to))];
}

/** Returns the place of the wire along a woven seam; a seam that is shorter than a period is straight. */
function weavePoints({ pieces, weave }: SeamOutline): Vec3[] {
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (!weave || length < weave.period) return straightPoints(pieces);
  const along = new WeaveAlongSeam(weave, length);
  const count = Math.min(maxPoints, Math.ceil((pointsPerPeriod * length) / along.period));
  const points: Vec3[] = [];
  let [index, passed] = [0, 0];
  for (let point = 0; point <= count; point += 1) {
    const distance = (point / count) * length;
    while (index < pieces.length - 1 && distance > passed + lengthOf(pieces[index]))
      passed += lengthOf(pieces[index++]);
    const piece = pieces[index];
    if (!piece || lengthOf(piece) === 0) continue;
    const pose = interpolatePoses(piece.from, piece.to, Math.min(1, (distance - passed) / lengthOf(piece)));
    const direction = normalizeVec3(subtractVec3(positionOf(piece.to), positionOf(piece.from)));
    points.push(placeBesideTravel(positionOf(pose), pose, direction, along.offsetAt(distance)));
  }
  return points;
}

function lengthOf(piece: SeamPiece | undefined): number {
  return piece ? distanceVec3(positionOf(piece.from), positionOf(piece.to)) : 0;
}

/** Returns a line from the wire's tip into the torch. */
function torchAt(pose: Pose): Vec3[] {
  const tip = positionOf(pose);
  return [tip, addVec3(tip, scaleVec3(rotateVec3(pose, [0, 0, 1]), -torchLength))];
}
