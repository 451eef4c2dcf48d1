import { type Footprint, palletTolerance } from './box-footprint.ts';
import { type ApproachDirection, type FixedApproachDirection, fixedApproachDirections } from './pallet-shapes.ts';

/** Distances from a box's place at which its approach begins, mm. */
export interface ApproachDistances {
  readonly approachDistanceXYMM: number;
  readonly approachDistanceZMM: number;
}

/**
 * Returns the start of the approach from a direction, relative to the box's place: mm along x, y and z of the pallet
 * frame.
 */
export function approachOffset(
  direction: FixedApproachDirection,
  { approachDistanceXYMM, approachDistanceZMM }: ApproachDistances,
): readonly [number, number, number] {
  // From the top a box needs an approach, even if there is only a horizontal distance.
  if (direction === 'top') return [0, 0, approachDistanceZMM > 0 ? approachDistanceZMM : approachDistanceXYMM];
  const [x, y] = unitOf(direction);
  return [x * approachDistanceXYMM, y * approachDistanceXYMM, approachDistanceZMM];
}

function unitOf(direction: FixedApproachDirection): readonly [number, number] {
  const x = direction.includes('+x') ? 1 : direction.includes('-x') ? -1 : 0;
  const y = direction.includes('+y') ? 1 : direction.includes('-y') ? -1 : 0;
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** A box on its approach, and the boxes it may meet: all of one layer, hence of one height. */
export interface ApproachedLayer {
  readonly height: number;
  readonly distances: ApproachDistances;
}

/**
 * True if a box that moves straight from a direction would pass through another box of its layer. Exact: tests the path
 * of the one box's centre against the other box grown by its size.
 */
export function isInTheWay(
  other: Footprint,
  box: Footprint,
  direction: FixedApproachDirection,
  { height, distances }: ApproachedLayer,
): boolean {
  const reach = distances.approachDistanceXYMM;
  // Most boxes of a layer are too far away.
  if (Math.abs(box.x - other.x) > reach + (box.alongX + other.alongX) / 2) return false;
  if (Math.abs(box.y - other.y) > reach + (box.alongY + other.alongY) / 2) return false;
  const start = approachOffset(direction, distances);
  const ranges = [
    rangeWithin(box.x - other.x, start[0], (box.alongX + other.alongX) / 2),
    rangeWithin(box.y - other.y, start[1], (box.alongY + other.alongY) / 2),
    rangeWithin(0, start[2], height),
  ];
  const from = Math.max(0, ...ranges.map(([first]) => first));
  const to = Math.min(1, ...ranges.map(([, last]) => last));
  return from < to;
}

/** Returns the part of the path from 1 (start) to 0 (the place) that is less than `half` from the other's centre. */
function rangeWithin(place: number, offset: number, half: number): readonly [number, number] {
  const inside = half - palletTolerance;
  if (Math.abs(offset) < 1e-9) return Math.abs(place) < inside ? [0, 1] : [1, 0];
  const ends = [(-inside - place) / offset, (inside - place) / offset];
  return [Math.min(...ends), Math.max(...ends)];
}

/**
 * Returns the direction of a box's approach. 'automatic' chooses the free one that leads most away from placed boxes
 * and over empty places; from the top if none is free.
 */
export function chooseDirection(
  wanted: ApproachDirection,
  box: Footprint,
  neighbours: { readonly placed: readonly Footprint[]; readonly later: readonly Footprint[] },
  layer: ApproachedLayer,
): FixedApproachDirection {
  if (wanted !== 'automatic') return wanted;
  const { placed, later } = neighbours;
  const away = towards(placed, box).map((part) => -part);
  const ahead = towards(later, box);
  const [x, y] = [(away[0] ?? 0) + (ahead[0] ?? 0), (away[1] ?? 0) + (ahead[1] ?? 0)];
  const scored = fixedApproachDirections
    .filter((direction) => direction !== 'top')
    .map((direction) => ({ direction, score: unitOf(direction)[0] * x + unitOf(direction)[1] * y }))
    // Rounded, so that equal scores keep their order on every machine.
    .sort((one, other) => Math.round((other.score - one.score) * 1e6));
  const free = scored.find(({ direction }) => !placed.some((other) => isInTheWay(other, box, direction, layer)));
  return free?.direction ?? 'top';
}

/** Returns the unit vector from a box to the centre of others; zero without others. */
function towards(others: readonly Footprint[], { x, y }: Footprint): readonly [number, number] {
  if (others.length === 0) return [0, 0];
  const middle = (pick: (other: Footprint) => number) =>
    others.reduce((sum, other) => sum + pick(other), 0) / others.length;
  const [dx, dy] = [middle((other) => other.x) - x, middle((other) => other.y) - y];
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
}
