import type { CollisionWorld } from '@cellwright/collision';
import { createCell } from './cell.ts';
import { createPlot, type Plot, spread } from './plot.ts';
import { card, colours, dot, heading, label, leader, line, type Point, polygon, rectangle, text } from './svg.ts';
import { type Edge, planOverTheWall, wall } from './wall-plan.ts';

/** A share of a motion, and whether the checker proved it clear as a whole or had to cut it in two. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly isProved: boolean;
}

const left = 66;
const width = 700;
const rowHeight = 15;

/** The tightest edge of a plan: how near it comes to things, and which intervals of it were proved. */
export function drawEdge(): string {
  const arm = createCell([wall]);
  const { world } = arm.checker;
  const { short } = planOverTheWall(arm);
  const edges = short.slice(1).map((to, index): Edge => [short[index] ?? to, to]);
  const [edge, looked] = edges
    .map((candidate): [Edge, number] => [candidate, countLooks(world, candidate, 0, 1).looks])
    .reduce((most, candidate) => (candidate[1] > most[1] ? candidate : most));
  const intervals = findIntervals(world, edge);
  const deepest = Math.max(...intervals.map(({ level }) => level));
  const curve = spread(0, 1, 240).map((share): Point => [share, clearanceAt(world, edge, share)]);
  const least = curve.reduce((lowest, point) => (point[1] < lowest[1] ? point : lowest));
  const highest = 10 * Math.ceil(Math.max(...curve.map(([, clearance]) => clearance)) / 10);
  const plot = createPlot({
    title: 'Clearance along the tightest edge of the plan over the wall',
    at: [left, 42],
    width,
    height: 190,
    x: { from: 0, to: 1, step: 0.125, isBare: true },
    y: { words: 'clearance, mm', from: 0, to: highest, step: 10 },
  });
  const cuts = [0, 1, ...intervals.filter(({ isProved }) => !isProved).map(({ from, to }) => (from + to) / 2)];
  const turns = Math.max(...edge[0].map((angle, joint) => Math.abs(angle - (edge[1][joint] ?? 0))));
  const bottom = 266 + rowHeight * (deepest + 1);
  return card(790, bottom + 62, 'Clearance along an edge, and the intervals that prove it', [
    plot.axes,
    polygon([plot.place(0, 0), ...curve.map(([x, y]) => plot.place(x, y)), plot.place(1, 0)], { fill: '#e7f0fa' }),
    plot.curve(curve, { stroke: colours.short, 'stroke-width': 1.8 }),
    ...cuts.map((share) => markLook(plot, share, clearanceAt(world, edge, share))),
    leader(
      above(plot.place(...least)),
      plot.place(...least),
      `least: ${label(least[1], 1)} mm, the margin is 0.5 mm`,
      'middle',
    ),
    heading([left, 257], `What the checker did: ${looked} configurations looked at, ${intervals.length} intervals`),
    ...intervals.map(drawInterval),
    ...drawShares(bottom, turns),
  ]);
}

function above([x, y]: Point): Point {
  return [x, y - 48];
}

function along([from, to]: Edge, share: number): Float64Array {
  return from.map((angle, joint) => angle + ((to[joint] ?? 0) - angle) * share);
}

/** Millimetres. */
function clearanceAt(world: CollisionWorld, edge: Edge, share: number): number {
  return 1000 * world.measureClearance(along(edge, share)).clearance;
}

function countLooks(world: CollisionWorld, edge: Edge, from: number, to: number) {
  const before = world.checks;
  const isClear = world.isMotionClear(along(edge, from), along(edge, to));
  return { isClear, looks: world.checks - before };
}

/** The checker cuts an interval when its two ends do not prove it: asked about that interval alone, it looks thrice. */
function findIntervals(world: CollisionWorld, edge: Edge, from = 0, to = 1, level = 0): Interval[] {
  const { isClear, looks } = countLooks(world, edge, from, to);
  const isProved = isClear && looks <= 2;
  const middle = (from + to) / 2;
  const own = { from, to, level, isProved };
  if (isProved || level > 12) return [own];
  return [
    own,
    ...findIntervals(world, edge, from, middle, level + 1),
    ...findIntervals(world, edge, middle, to, level + 1),
  ];
}

function markLook(plot: Plot, share: number, clearance: number): string {
  const style = { stroke: colours.found, 'stroke-dasharray': '2 2' };
  const top = plot.place(share, clearance);
  return [line(plot.place(share, 0), top, style), dot(top, 3, { fill: colours.found, stroke: '#ffffff' })].join('\n');
}

function drawInterval({ from, to, level, isProved }: Interval): string {
  const at: Point = [left + width * from + 0.8, 266 + rowHeight * level];
  const style = isProved ? { fill: colours.good } : { fill: '#ffffff', stroke: colours.found };
  return rectangle(at, Math.max(0.6, width * (to - from) - 1.6), rowHeight - 4, { ...style, rx: 1.5 });
}

function drawShares(bottom: number, turns: number): string[] {
  const style = { 'text-anchor': 'middle', fill: colours.faint, 'font-size': 11 };
  const words = `share of the edge (its largest joint turn is ${label(turns, 2)} rad)`;
  return [
    ...spread(0, 1, 8).map((share) => text([left + width * share, bottom + 11], String(share), style)),
    text([left + width / 2, bottom + 30], words, { ...style, 'font-size': 12 }),
    rectangle([left, bottom + 40], 14, 10, { fill: colours.good, rx: 1.5 }),
    text([left + 20, bottom + 49], 'proved clear as a whole'),
    rectangle([left + 180, bottom + 40], 14, 10, { fill: '#ffffff', stroke: colours.found, rx: 1.5 }),
    text([left + 200, bottom + 49], 'not yet: looked at in the middle, and cut in two'),
    dot([left + 507, bottom + 45], 3, { fill: colours.found }),
    text([left + 516, bottom + 49], 'looked at'),
  ];
}
