import { dropRepeats, GeometricPath, jointDistance, LEAST_PIECE, PATH_ORDER } from './geometric-path.ts';

/** Shortest useful blend (rad): passing a shorter one takes as long as a stop. */
const LEAST_BLEND = 1e-4;
/** Corners that turn by less than this (length of the change of the unit direction) are passed without a blend. */
const STRAIGHT = 1e-9;
/** The path stops at corners that nearly reverse (unit directions this close to opposite). */
const REVERSAL = 1e-3;

interface Corner {
  readonly point: readonly number[];
  /** Distance before and after the corner at which the blend begins and ends, rad; 0 at ends and stops. */
  readonly blend: number;
  readonly isStop: boolean;
}

/**
 * Builds the paths along straight joint-space segments through `waypoints`, split where the arm has to stop: at a
 * corner without a blend radius and where the path reverses. Every other corner is rounded from `radii[i]` (rad in
 * joint space, at most half the shorter segment) before it to the same distance after it, by the quintic that continues
 * position, direction and zero curvature at both ends. It leaves the corner by 3/16 · radius · |change of direction|.
 */
export function blendWaypoints(waypoints: readonly (readonly number[])[], radii: readonly number[]): GeometricPath[] {
  const kept = dropRepeats(waypoints);
  const corners = kept.map(({ point, index: original }, index): Corner => {
    const before = kept[index - 1]?.point;
    const after = kept[index + 1]?.point;
    if (before === undefined || after === undefined) return { point, blend: 0, isStop: true };
    return makeCorner(before, point, after, radii[original] ?? 0);
  });
  const paths: GeometricPath[] = [];
  let run: Corner[] = [];
  for (const corner of corners) {
    run.push(corner);
    if (corner.isStop && run.length > 1) {
      paths.push(buildRun(run));
      run = [corner];
    }
  }
  return paths;
}

function makeCorner(
  before: readonly number[],
  point: readonly number[],
  after: readonly number[],
  radius: number,
): Corner {
  const turn = jointDistance(direction(before, point), direction(point, after));
  if (turn <= STRAIGHT) return { point, blend: 0, isStop: false };
  const room = Math.min(jointDistance(before, point), jointDistance(point, after)) / 2;
  const blend = Math.min(radius, room);
  return blend >= LEAST_BLEND && turn < 2 - REVERSAL
    ? { point, blend, isStop: false }
    : { point, blend: 0, isStop: true };
}

/** Builds one path from rest to rest: straight pieces between the blends, blends around the corners. */
function buildRun(corners: readonly Corner[]): GeometricPath {
  const knots = [0];
  const pieces: Float64Array[] = [];
  const add = (length: number, piece: Float64Array) => {
    if (!(length > LEAST_PIECE)) return;
    knots.push((knots[knots.length - 1] ?? 0) + length);
    pieces.push(piece);
  };
  for (let i = 0; i + 1 < corners.length; i++) {
    const from = corners[i];
    const to = corners[i + 1];
    if (from === undefined || to === undefined) continue;
    const along = direction(from.point, to.point);
    const start = from.point.map((p, joint) => p + from.blend * (along[joint] ?? 0));
    add(jointDistance(from.point, to.point) - from.blend - to.blend, straightPiece(start, along));
    const beyond = corners[i + 2];
    if (beyond !== undefined && to.blend > 0) {
      add(2 * to.blend, blendPiece(to.point, to.blend, along, direction(to.point, beyond.point)));
    }
  }
  return new GeometricPath(corners[0]?.point.length ?? 0, knots, pieces);
}

function straightPiece(start: readonly number[], along: readonly number[]): Float64Array {
  const c = new Float64Array(start.length * PATH_ORDER);
  start.forEach((p, joint) => {
    c[joint * PATH_ORDER] = p;
    c[joint * PATH_ORDER + 1] = along[joint] ?? 0;
  });
  return c;
}

/**
 * Returns the piece from position −r·in to +r·out about the corner over a length of 2r; the quintic's fifth-order term
 * vanishes.
 */
function blendPiece(
  corner: readonly number[],
  r: number,
  into: readonly number[],
  out: readonly number[],
): Float64Array {
  const c = new Float64Array(corner.length * PATH_ORDER);
  corner.forEach((p, joint) => {
    const along = into[joint] ?? 0;
    const change = (out[joint] ?? 0) - along;
    const base = joint * PATH_ORDER;
    c[base] = p - r * along;
    c[base + 1] = along;
    c[base + 3] = change / (4 * r * r);
    c[base + 4] = -change / (16 * r * r * r);
  });
  return c;
}

function direction(from: readonly number[], to: readonly number[]): number[] {
  const length = jointDistance(from, to);
  return from.map((p, joint) => ((to[joint] ?? 0) - p) / length);
}
