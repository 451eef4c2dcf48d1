import type { Position, WirePose } from '@cellwright/domain/robot';
import { type Routine, type TreeEntry, walkSteps } from '@cellwright/domain/routine';
import type { ProofReport } from '@cellwright/domain/run';
import type { SpaceItem } from '@cellwright/domain/space';
import { jointsAt } from '../../../api/target-joints.ts';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import type { ArmPath } from '../../../parts/arm-view/arm-view-props.ts';
import { argsOf } from '../../../parts/step-index.ts';
import { targetOf } from '../../../parts/target-of.ts';

/** Segments of a drawn joint move: its tool follows a curve. */
const piecesPerJointMove = 24;
/** Maximum of drawn moves; more become a tangle. */
export const maxMoves = 300;

interface PathInput {
  readonly routine: Routine;
  readonly items: readonly SpaceItem[];
  readonly tcp: WirePose | undefined;
  /** Pose of the arm's base in the world. */
  readonly armBase?: WirePose | undefined;
  /** Joint angles before the first move, rad. */
  readonly from: readonly number[];
  /** Ids of the steps whose paths are drawn as chosen. */
  readonly chosen: ReadonlySet<string>;
}

/**
 * Returns the path of the tool through the targets of a routine in document order, each step once: joint moves straight
 * in joint space, linear moves straight in the cell. It does not include blends, detours around obstacles, and values
 * that are only known at run time.
 */
export function plannedPath({ routine, items, tcp, armBase, from, chosen }: PathInput): ArmPath[] {
  const paths: ArmPath[] = [];
  let joints = from;
  for (const { entry, position, isLine, speed } of movesOf(routine, items, armBase)) {
    const next = jointsAt(position, tcp, joints);
    if (next === undefined) continue;
    // The path to the first target depends on where the arm will be then.
    if (paths.length > 0 || joints !== from) {
      const points = isLine ? [at(joints, tcp), at(next, tcp)] : curve(joints, next, tcp);
      paths.push({ id: entry.step.id, points, isChosen: chosen.has(entry.step.id), speed });
    }
    joints = next;
  }
  return paths;
}

/** Returns the paths with the clearance from obstacles that a dry run found for their steps. */
export function withClearances(paths: readonly ArmPath[], report: ProofReport | undefined): readonly ArmPath[] {
  if (!report) return paths;
  // Without a clearance nothing is near.
  const clearances = new Map(
    report.steps.map(({ stepID, motion }) => [
      stepID,
      motion ? (motion.leastObstacleClearance?.meters ?? Number.POSITIVE_INFINITY) : undefined,
    ]),
  );
  return paths.map((path) => ({ ...path, clearance: clearances.get(path.id) }));
}

interface Move {
  readonly entry: TreeEntry;
  readonly position: Position;
  readonly isLine: boolean;
  /** Share of the speed limits; undefined if an expression gives it. */
  readonly speed: number | undefined;
}

function movesOf(routine: Routine, items: readonly SpaceItem[], armBase: WirePose | undefined): Move[] {
  const moves: Move[] = [];
  for (const entry of walkSteps(routine.steps)) {
    if (moves.length === maxMoves) break;
    if (isSwitchedOff(entry)) continue;
    const args = argsOf(routine, entry.step.id);
    const position = targetOf(args, items, armBase);
    if (!position) continue;
    const isLine = args.motionKind === 'line' || args.motionKind === 'line_inc';
    moves.push({ entry, position, isLine, speed: readSpeed(args.motionSpeed) });
  }
  return moves;
}

/** Speed of a step without a number of its own, %. */
const defaultSpeed = 50;

function readSpeed(percent: unknown): number | undefined {
  if (percent === undefined) return defaultSpeed / 100;
  return typeof percent === 'number' ? percent / 100 : undefined;
}

function isSwitchedOff(entry: TreeEntry): boolean {
  for (let at: TreeEntry | undefined = entry; at; at = at.parent) if (at.step.isDisabled) return true;
  return false;
}

function at(joints: readonly number[], tcp: WirePose | undefined): ArmPath['points'][number] {
  const { x, y, z } = toolPoseOf(joints, tcp);
  return [x, y, z];
}

function curve(from: readonly number[], to: readonly number[], tcp: WirePose | undefined): ArmPath['points'] {
  return Array.from({ length: piecesPerJointMove + 1 }, (_, piece) => {
    const share = piece / piecesPerJointMove;
    return at(
      from.map((angle, joint) => angle + share * ((to[joint] ?? angle) - angle)),
      tcp,
    );
  });
}
