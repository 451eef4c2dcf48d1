import type { Pixel } from '../pose/lens-camera.ts';

export interface TurnedRectangle {
  /** Middle. */
  readonly x: number;
  readonly y: number;
  /** Longer side. */
  readonly width: number;
  readonly height: number;
  /** Degrees of the longer side, clockwise: −90 (excluded) to 90. */
  readonly rotation: number;
}

/** The smallest rectangle around points, in any rotation: one of its sides lies on a side of their hull. */
export function boundingRectangle(points: readonly Pixel[]): TurnedRectangle {
  const hull = hullOf(points);
  let best: TurnedRectangle | undefined;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const found = rectangleAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || found.width * found.height < best.width * best.height) best = found;
  }
  return best ?? { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
}

function rectangleAlong(hull: readonly Pixel[], angle: number): TurnedRectangle {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const along = hull.map(({ x, y }) => x * cosine + y * sine);
  const across = hull.map(({ x, y }) => y * cosine - x * sine);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const isLong = right - left >= bottom - top;
  const degrees = (angle * 180) / Math.PI + (isLong ? 0 : 90);
  return {
    x: u * cosine - v * sine,
    y: u * sine + v * cosine,
    width: isLong ? right - left : bottom - top,
    height: isLong ? bottom - top : right - left,
    rotation: 90 - ((((90 - degrees) % 180) + 180) % 180),
  };
}

/** Convex hull (monotone chain). */
function hullOf(points: readonly Pixel[]): Pixel[] {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  if (sorted.length < 3) return sorted;
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(sorted: readonly Pixel[]): Pixel[] {
  const chain: Pixel[] = [];
  for (const point of sorted) {
    for (;;) {
      const [before, last] = [chain.at(-2), chain.at(-1)];
      if (!before || !last) break;
      const turn = (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x);
      if (turn > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}
