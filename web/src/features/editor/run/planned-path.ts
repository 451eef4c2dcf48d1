import {
  type Position,
  type Routine,
  type SpaceItem,
  type TreeEntry,
  type WirePose,
  walkSteps,
} from '@cellwright/domain';
import { jointsAt } from '../../../api/target-joints.ts';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import type { ArmPath } from '../../../parts/arm-view/arm-view-props.ts';
import { argsOf } from '../../../parts/step-index.ts';
import { targetOf } from '../../../parts/target-of.ts';

/** A joint move is drawn by this many pieces: its tool runs along a curve. */
const piecesPerJointMove = 24;
/** More targets in one picture make a tangle. */
export const mostMoves = 300;

interface PathInput {
  readonly routine: Routine;
  readonly items: readonly SpaceItem[];
  readonly tcp: WirePose | undefined;
  /** The base of the arm in the world. */
  readonly armBase?: WirePose | undefined;
  /** How the arm stands before the first move, rad. */
  readonly from: readonly number[];
  /** What leads to these steps is drawn as chosen. */
  readonly chosen: ReadonlySet<string>;
}

/**
 * The way of the tool through the targets of a routine in document order, each step once: joint moves straight in joint
 * space, lines straight in the cell. Blends, ways round obstacles and what is only known while it plays are not in it.
 */
export function plannedPath({ routine, items, tcp, armBase, from, chosen }: PathInput): ArmPath[] {
  const paths: ArmPath[] = [];
  let joints = from;
  for (const { entry, position, isLine } of movesOf(routine, items, armBase)) {
    const next = jointsAt(position, tcp, joints);
    if (next === undefined) continue;
    // The way to the first target depends on where the arm will stand then.
    if (paths.length > 0 || joints !== from) {
      const points = isLine ? [at(joints, tcp), at(next, tcp)] : curve(joints, next, tcp);
      paths.push({ id: entry.step.id, points, isChosen: chosen.has(entry.step.id) });
    }
    joints = next;
  }
  return paths;
}

interface Move {
  readonly entry: TreeEntry;
  readonly position: Position;
  readonly isLine: boolean;
}

function movesOf(routine: Routine, items: readonly SpaceItem[], armBase: WirePose | undefined): Move[] {
  const moves: Move[] = [];
  for (const entry of walkSteps(routine.steps)) {
    if (moves.length === mostMoves) break;
    if (isSwitchedOff(entry)) continue;
    const args = argsOf(routine, entry.step.id);
    const position = targetOf(args, items, armBase);
    if (position) moves.push({ entry, position, isLine: args.motionKind === 'line' || args.motionKind === 'line_inc' });
  }
  return moves;
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
