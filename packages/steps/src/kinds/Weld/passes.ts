import type { Pose } from '@cellwright/geometry';
import type { MotionWeave, MoveWaypoint } from '../../framework/index.ts';
import type { Weaving, WeldArgs } from './contract-args.ts';
import { cutSeam, lengthOf, linearise, type SeamPiece } from './seam.ts';
import { planStitches } from './stitch.ts';

/** Blend of a corner in which the torch does not stop, metres. */
const cornerBlend = 0.001;
/** A shorter motion is none, metres. */
const minStrokeLength = 1e-4;

export interface PassWaypoint {
  readonly waypoint: MoveWaypoint;
  /** True if its leg of the seam ends there. */
  readonly endsLeg: boolean;
}

/** Motion without a rest, and the rest after it. */
export interface Stroke {
  readonly waypoints: readonly PassWaypoint[];
  readonly dwellMS: number;
}

/** A part of a weld: with the arc on along a bead, with the arc off to the next one. */
export interface Pass {
  readonly isBead: boolean;
  readonly strokes: readonly Stroke[];
}

/** A seam as it was planned: the pose of its start, and its legs with the poses of their ends. */
export interface PlannedSeam {
  readonly start: Pose;
  readonly legs: readonly { readonly waypoint: MoveWaypoint; readonly end: Pose }[];
}

/** Divides a weld into the parts in which it is played. */
export function planPasses(args: WeldArgs, seam: PlannedSeam): readonly Pass[] {
  const { stitching, weaving } = args;
  if (stitching) {
    const pieces = piecesOf(seam);
    return planStitches(stitching, lengthOf(pieces)).map(({ from, to, isBead }) => ({
      isBead,
      strokes: [{ waypoints: toWaypoints(cutSeam(pieces, from, to), seam), dwellMS: 0 }],
    }));
  }
  if (weaving?.pattern === 'whip') return [{ isBead: true, strokes: planWhip(weaving, seam) }];
  const weave = weaving && toWeave(weaving, args.travelSpeed);
  const waypoints = seam.legs.map(({ waypoint }, leg) => ({
    waypoint: { ...withCorner(waypoint, leg === seam.legs.length - 1 || weave !== undefined), weave },
    endsLeg: true,
  }));
  return [{ isBead: true, strokes: [{ waypoints, dwellMS: 0 }] }];
}

/** Forward and a little back again, with a rest at each end, until the end of the seam. */
function planWhip(weaving: Weaving, seam: PlannedSeam): readonly Stroke[] {
  const { forwardOffset, reverseOffset, forwardDwell, reverseDwell } = weaving;
  const pieces = piecesOf(seam);
  const length = lengthOf(pieces);
  const strokes: Stroke[] = [];
  for (let from = 0; from < length - minStrokeLength; from += forwardOffset - reverseOffset) {
    const to = Math.min(length, from + forwardOffset);
    strokes.push({ waypoints: toWaypoints(cutSeam(pieces, from, to), seam), dwellMS: forwardDwell });
    if (to >= length - minStrokeLength) break;
    const back =
      reverseOffset < minStrokeLength
        ? []
        : cutSeam(pieces, to - reverseOffset, to)
            .map(turnRound)
            .reverse();
    strokes.push({ waypoints: toWaypoints(back, seam), dwellMS: reverseDwell });
  }
  return strokes;
}

function turnRound({ from, to, leg }: SeamPiece): SeamPiece {
  return { from: to, to: from, leg };
}

function piecesOf(seam: PlannedSeam): readonly SeamPiece[] {
  return linearise(
    seam.start,
    seam.legs.map(({ waypoint, end }) => ({ to: end, via: waypoint.via })),
  );
}

function toWaypoints(pieces: readonly SeamPiece[], seam: PlannedSeam): readonly PassWaypoint[] {
  return pieces.flatMap(({ to, leg }, index) => {
    const planned = seam.legs[leg];
    if (!planned) return [];
    const waypoint: MoveWaypoint = { ...planned.waypoint, target: { pose: to }, via: undefined, motionKind: 'line' };
    return [{ waypoint: withCorner(waypoint, index === pieces.length - 1), endsLeg: planned.end === to }];
  });
}

function withCorner(waypoint: MoveWaypoint, isLast: boolean): MoveWaypoint {
  if (isLast || waypoint.stopHere) return { ...waypoint, blendRadius: 0 };
  return { ...waypoint, blendRadius: Math.max(cornerBlend, waypoint.blendRadius) };
}

export function toWeave(
  { pattern, period, amplitude, leftDwell, rightDwell }: Weaving,
  travelSpeed: number,
): MotionWeave {
  const lengthOfDwell = (dwellMS: number) => (dwellMS / 1000) * travelSpeed;
  return {
    pattern: pattern === 'whip' ? 'zigzag' : pattern,
    period,
    amplitude,
    leftDwell: lengthOfDwell(leftDwell),
    rightDwell: lengthOfDwell(rightDwell),
  };
}
