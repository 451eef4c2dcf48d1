import { colours, heading, label, line, type Point, polyline, rectangle, type Style, text } from './svg.ts';

export interface Axis {
  readonly words?: string;
  /** May be the larger one. */
  readonly from: number;
  readonly to: number;
  /** Distance of the ticks; their decimals follow from it. */
  readonly step: number;
  /** Ticks without numbers. */
  readonly isBare?: boolean;
}

export interface PlotOptions {
  readonly title?: string;
  /** The corner of the plotting area, left above, and its size. */
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
}

/** A plotting area: where values are on the paper, and what its axes look like. */
export interface Plot {
  readonly axes: string;
  place(x: number, y: number): Point;
  curve(points: readonly Point[], style: Style): string;
  /** Fills between two heights over the whole width. */
  band(low: number, high: number, style: Style): string;
}

export function createPlot({ title, at, width, height, x, y }: PlotOptions): Plot {
  const [left, top] = at;
  const place = (valueX: number, valueY: number): Point => [
    left + ((valueX - x.from) / (x.to - x.from)) * width,
    top + height - ((valueY - y.from) / (y.to - y.from)) * height,
  ];
  const parts = [...drawTicks(x, y, place), drawFrame(at, width, height)];
  if (title !== undefined) parts.push(heading([left, top - 9], title));
  if (x.words !== undefined) {
    parts.push(text([left + width / 2, top + height + 34], x.words, { 'text-anchor': 'middle', fill: colours.faint }));
  }
  if (y.words !== undefined) {
    const turn = `rotate(-90 ${left - 40} ${top + height / 2})`;
    const style = { 'text-anchor': 'middle', transform: turn, fill: colours.faint };
    parts.push(text([left - 40, top + height / 2], y.words, style));
  }
  return {
    axes: parts.join('\n'),
    place,
    curve: (points, style) =>
      polyline(
        points.map(([a, b]) => place(a, b)),
        style,
      ),
    band(low, high, style) {
      const [cornerX, cornerY] = place(x.from, high);
      return rectangle([cornerX, cornerY], width, place(x.from, low)[1] - cornerY, style);
    },
  };
}

function drawFrame(at: Point, width: number, height: number): string {
  return rectangle(at, width, height, { fill: 'none', stroke: colours.edge });
}

function ticksOf({ from, to, step }: Axis): number[] {
  const first = Math.ceil(Math.min(from, to) / step - 1e-9);
  const last = Math.floor(Math.max(from, to) / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function decimalsOf(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

function drawTicks(x: Axis, y: Axis, place: (x: number, y: number) => Point): string[] {
  const style = { stroke: colours.grid };
  const words = { fill: colours.faint, 'font-size': 11 };
  const vertical = ticksOf(x).flatMap((value) => {
    const [px, py] = place(value, y.from);
    const number = text([px, py + 15], label(value, decimalsOf(x.step)), { 'text-anchor': 'middle', ...words });
    return [line([px, py], place(value, y.to), style), ...(x.isBare ? [] : [number])];
  });
  const horizontal = ticksOf(y).flatMap((value) => {
    const [px, py] = place(x.from, value);
    const number = text([px - 6, py + 4], label(value, decimalsOf(y.step)), { 'text-anchor': 'end', ...words });
    return [line([px, py], place(x.to, value), style), ...(y.isBare ? [] : [number])];
  });
  return [...vertical, ...horizontal];
}

/** `count` + 1 numbers from one to another. */
export function spread(from: number, to: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count);
}
