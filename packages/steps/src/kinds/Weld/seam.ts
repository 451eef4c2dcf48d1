import {
  addVec3,
  crossVec3,
  distanceVec3,
  dotVec3,
  interpolatePoses,
  makePose,
  normalizeVec3,
  normVec3,
  type Pose,
  positionOf,
  quaternionFromAxisAngle,
  rotateVec3,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';

/** Longest chord of a linearised arc, metres. */
export const longestChord = 0.005;
/** Distance from the start within which a cut of a seam counts as its start, metres. */
const samePlace = 1e-9;

/** A straight piece of a seam. */
export interface SeamPiece {
  readonly from: Pose;
  readonly to: Pose;
  /** Index of the leg of the seam that it belongs to. */
  readonly leg: number;
}

/** A leg of a seam: straight to its end, or along the circle through `via`. */
export interface SeamLeg {
  readonly to: Pose;
  readonly via?: Pose | undefined;
}

/** Divides a seam into straight pieces; arcs become chords of at most {@link longestChord}. */
export function linearise(start: Pose, legs: readonly SeamLeg[]): readonly SeamPiece[] {
  const pieces: SeamPiece[] = [];
  let from = start;
  legs.forEach(({ to, via }, leg) => {
    for (const place of via === undefined ? [to] : listChords(from, via, to)) {
      pieces.push({ from, to: place, leg });
      from = place;
    }
  });
  return pieces;
}

export function lengthOf(pieces: readonly SeamPiece[]): number {
  return pieces.reduce((length, piece) => length + pieceLength(piece), 0);
}

/** Returns the pieces between two distances from the start of a seam, metres. */
export function cutSeam(pieces: readonly SeamPiece[], from: number, to: number): readonly SeamPiece[] {
  const cut: SeamPiece[] = [];
  let passed = 0;
  for (const piece of pieces) {
    const length = pieceLength(piece);
    const [first, last] = [Math.max(0, from - passed), Math.min(length, to - passed)];
    passed += length;
    if (last - first <= samePlace) continue;
    const poseAt = (distance: number) => interpolatePoses(piece.from, piece.to, distance / length);
    cut.push({
      from: first <= samePlace ? piece.from : poseAt(first),
      to: last >= length - samePlace ? piece.to : poseAt(last),
      leg: piece.leg,
    });
  }
  return cut;
}

function pieceLength({ from, to }: SeamPiece): number {
  return distanceVec3(positionOf(from), positionOf(to));
}

/** Returns the ends of the chords of an arc. Three points on a line have none but the end. */
function listChords(from: Pose, via: Pose, to: Pose): Pose[] {
  const start = positionOf(from);
  const [toVia, toEnd] = [subtractVec3(positionOf(via), start), subtractVec3(positionOf(to), start)];
  const normal = crossVec3(toVia, toEnd);
  const area = dotVec3(normal, normal);
  if (area < 1e-14) return [to];
  const spread = subtractVec3(scaleVec3(toEnd, dotVec3(toVia, toVia)), scaleVec3(toVia, dotVec3(toEnd, toEnd)));
  const center = scaleVec3(crossVec3(spread, normal), 1 / (2 * area));
  const axis = normalizeVec3(normal);
  const spoke = scaleVec3(center, -1);
  const sweep = angleAbout(axis, spoke, subtractVec3(toEnd, center));
  const count = Math.max(1, Math.ceil((normVec3(spoke) * sweep) / longestChord));
  return Array.from({ length: count }, (_, index) => {
    if (index === count - 1) return to;
    const share = (index + 1) / count;
    const turned = rotateVec3(quaternionFromAxisAngle(axis, sweep * share), spoke);
    return makePose(addVec3(start, addVec3(center, turned)), interpolatePoses(from, to, share));
  });
}

/** Returns the angle from one vector to another about an axis, 0 … 2π. */
function angleAbout(axis: Vec3, from: Vec3, to: Vec3): number {
  const angle = Math.atan2(dotVec3(crossVec3(from, to), axis), dotVec3(from, to));
  return angle < 0 ? angle + 2 * Math.PI : angle;
}
