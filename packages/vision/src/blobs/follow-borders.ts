import type { Pixel } from '../pose/lens-camera.ts';

/** Right, then clockwise; y points down. */
const steps = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Fields around the picture that are empty, so that no border leaves it. */
const frame = 1;

/**
 * Lists the borders of bright areas, outer ones and those of holes, with every pixel on them (Suzuki and Abe). Pixels
 * that touch at a corner belong together.
 */
export function followBorders(isBright: Uint8Array, width: number, height: number): Pixel[][] {
  const columns = width + 2 * frame;
  const labels = new Int32Array(columns * (height + 2 * frame));
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      labels[(row + frame) * columns + column + frame] = isBright[row * width + column] === 0 ? 0 : 1;
  const offsets = steps.map(([x, y]) => y * columns + x);
  const borders: Pixel[][] = [];
  let label = 1;
  for (let at = columns; at < labels.length - columns; at += 1) {
    const value = labels[at] ?? 0;
    const isOuter = value === 1 && labels[at - 1] === 0;
    if (!isOuter && !(value >= 1 && labels[at + 1] === 0)) continue;
    label += 1;
    // Looks for the first neighbour from the empty side on.
    const points = follow(labels, offsets, at, isOuter ? 4 : 0, label);
    borders.push(points.map((index) => ({ x: (index % columns) - frame, y: Math.floor(index / columns) - frame })));
  }
  return borders;
}

function follow(
  labels: Int32Array,
  offsets: readonly number[],
  start: number,
  emptySide: number,
  label: number,
): number[] {
  const neighbour = (at: number, direction: number) => at + (offsets[direction & 7] ?? 0);
  let first = -1;
  for (let turn = 0; turn < 8 && first < 0; turn += 1)
    if (labels[neighbour(start, emptySide + turn)] !== 0) first = (emptySide + turn) & 7;
  if (first < 0) {
    labels[start] = -label;
    return [start];
  }
  const points: number[] = [];
  const end = neighbour(start, first);
  let at = start;
  let from = first;
  for (;;) {
    // Counterclockwise from where it came.
    let isRightEmpty = false;
    let direction = from;
    for (;;) {
      direction = (direction + 7) & 7;
      if (labels[neighbour(at, direction)] !== 0) break;
      if (direction === 0) isRightEmpty = true;
    }
    if (isRightEmpty) labels[at] = -label;
    else if (labels[at] === 1) labels[at] = label;
    points.push(at);
    const next = neighbour(at, direction);
    if (next === start && at === end) return points;
    from = (direction + 4) & 7;
    at = next;
  }
}
