import type { Vec3 } from '@cellwright/geometry';
import { colours, line, type Point, polygon, polyline, type Style } from './svg.ts';

/** A parallel view: pixels of a point, and how near it is to the one who looks (metres). */
export interface View {
  /** Pixels per metre. */
  readonly scale: number;
  place(point: Vec3): Point;
  depthOf(point: Vec3): number;
}

export interface ViewOptions {
  /** Where the viewer stands, seen from what is looked at: degrees about z from x, and above the floor. */
  readonly azimuth: number;
  readonly elevation: number;
  readonly scale: number;
  /** This point of the cell (metres) … */
  readonly center: Vec3;
  /** … is here on the paper. */
  readonly at: Point;
}

export const fromTheSide = { azimuth: -90, elevation: 0 };
export const fromAbove = { azimuth: -90, elevation: 90 };

export function createView({ azimuth, elevation, scale, center, at }: ViewOptions): View {
  const turn = (azimuth * Math.PI) / 180;
  const lift = (elevation * Math.PI) / 180;
  const right: Vec3 = [-Math.sin(turn), Math.cos(turn), 0];
  const up: Vec3 = [-Math.cos(turn) * Math.sin(lift), -Math.sin(turn) * Math.sin(lift), Math.cos(lift)];
  const towards: Vec3 = [Math.cos(turn) * Math.cos(lift), Math.sin(turn) * Math.cos(lift), Math.sin(lift)];
  const along = ([x, y, z]: Vec3, [u, v, w]: Vec3) => (x - center[0]) * u + (y - center[1]) * v + (z - center[2]) * w;
  return {
    scale,
    place: (point) => [at[0] + scale * along(point, right), at[1] - scale * along(point, up)],
    depthOf: (point) => along(point, towards),
  };
}

/** A segment with a radius, and a box along the axes; metres. */
export type Solid =
  | { readonly kind: 'capsule'; readonly from: Vec3; readonly to: Vec3; readonly radius: number }
  | { readonly kind: 'box'; readonly center: Vec3; readonly size: Vec3 };

export interface Paint {
  readonly fill: string;
  readonly edge: string;
  readonly opacity?: number;
}

export const armPaint: Paint = { fill: colours.arm, edge: colours.armEdge };
export const fixedPaint: Paint = { fill: colours.fixed, edge: colours.edge };
export const obstaclePaint: Paint = { fill: colours.obstacle, edge: colours.obstacleEdge, opacity: 0.75 };

export interface PaintedSolid {
  readonly solid: Solid;
  readonly paint: Paint;
}

/** Solids, what is far first. A capsule in a parallel view is exactly a thick line with round ends. */
export function drawSolids(view: View, solids: readonly PaintedSolid[]): string[] {
  const depth = ({ solid }: PaintedSolid) => view.depthOf(middleOf(solid));
  return [...solids].sort((a, b) => depth(a) - depth(b)).map(({ solid, paint }) => drawSolid(view, solid, paint));
}

function middleOf(solid: Solid): Vec3 {
  if (solid.kind === 'box') return solid.center;
  const { from, to } = solid;
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
}

function drawSolid(view: View, solid: Solid, { fill, edge, opacity }: Paint): string {
  if (solid.kind === 'box') return drawBox(view, solid, { fill, edge, ...(opacity ? { opacity } : {}) });
  const width = 2 * solid.radius * view.scale;
  const [from, to] = [view.place(solid.from), view.place(solid.to)];
  const round = { 'stroke-linecap': 'round', opacity };
  return [
    line(from, to, { ...round, stroke: edge, 'stroke-width': width }),
    line(from, to, { ...round, stroke: fill, 'stroke-width': width - 2 }),
  ].join('\n');
}

function drawBox(
  view: View,
  { center, size }: Extract<Solid, { kind: 'box' }>,
  { fill, edge, opacity }: Paint,
): string {
  const corner = (a: number, b: number, c: number): Vec3 => [
    center[0] + (a * size[0]) / 2,
    center[1] + (b * size[1]) / 2,
    center[2] + (c * size[2]) / 2,
  ];
  const ring: readonly (readonly [number, number])[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  const faces = [-1, 1].flatMap((side) => [
    { outside: corner(2 * side, 0, 0), corners: ring.map(([a, b]) => corner(side, a, b)) },
    { outside: corner(0, 2 * side, 0), corners: ring.map(([a, b]) => corner(a, side, b)) },
    { outside: corner(0, 0, 2 * side), corners: ring.map(([a, b]) => corner(a, b, side)) },
  ]);
  const style: Style = { fill, stroke: edge, 'stroke-linejoin': 'round', opacity };
  return faces
    .filter(({ outside }) => view.depthOf(outside) > view.depthOf(center) + 1e-9)
    .map(({ corners }) => polygon(corners.map(view.place), style))
    .join('\n');
}

/** A square of the floor with lines every quarter of a metre. */
export function drawFloor(view: View, height: number, from: Point, to: Point): string[] {
  const corner = (x: number, y: number) => view.place([x, y, height]);
  const outline = [corner(...from), corner(to[0], from[1]), corner(...to), corner(from[0], to[1])];
  const lines: string[] = [];
  for (let x = from[0]; x <= to[0] + 1e-9; x += 0.25) lines.push(line(corner(x, from[1]), corner(x, to[1])));
  for (let y = from[1]; y <= to[1] + 1e-9; y += 0.25) lines.push(line(corner(from[0], y), corner(to[0], y)));
  return [polygon(outline, { fill: '#f8f9fa' }), `<g stroke="${colours.grid}">`, ...lines, '</g>'];
}

/** A way through the cell. */
export function drawWay(view: View, points: readonly Vec3[], style: Style): string {
  return polyline(points.map(view.place), style);
}
