import { identityPose } from '@cellwright/geometry';
import { DEFAULT_STOP_DECELERATIONS, TimeScaler, type Trajectory } from '@cellwright/trajectory';
import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { planMove } from '../../../services/motion/src/domain/move/plan-move.ts';
import { createCell, flangeAt } from './cell.ts';
import { createPlot, type Plot } from './plot.ts';
import { card, colours, dot, jointColours, label, leader, legend, line, type Point, text } from './svg.ts';

/** Half a turn with the arm reaching out. */
const from = [-1.7, 0.5, 1.5, -0.4, -1.57, 0];
const to = [1.35, 0.8, 1.2, -0.4, -1.57, 1.5];
/** The controller's tick, s. */
const tick = 0.008;
const width = 306;
const height = 150;
const columns = [64, 456] as const;
const rows = [44, 262] as const;

/** What the arm is told in one tick. */
interface Tick {
  readonly time: number;
  readonly rate: number;
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
  readonly flange: readonly number[];
}

/** The same move driven to its end, and stopped. */
interface Stop {
  readonly whole: readonly Tick[];
  readonly stopped: readonly Tick[];
  /** When the stop is asked for, and when the arm stands, s. */
  readonly askedAt: number;
  readonly stoodAt: number;
}

/** A stop in the middle of a move: path time comes to rest, the way stays. */
export function drawStop(): string {
  const stop = stopAtFullSpeed();
  return card(790, 496, 'A stop at full speed: rate of path time, joint speeds, decelerations, and the way', [
    ...drawRate(stop),
    ...drawSpeeds(stop),
    ...drawDecelerations(stop),
    ...drawWay(stop),
    ...jointColours.map((stroke, joint) =>
      legend([64 + 120 * joint, 476], [{ words: `joint ${joint}`, style: { stroke } }]),
    ),
  ]);
}

/** A move, stopped where its joints are fastest. */
function stopAtFullSpeed(): Stop {
  const arm = createCell();
  const trajectory = planTurn(arm);
  const whole = drive(arm, trajectory, Number.POSITIVE_INFINITY);
  const speedOf = ({ velocities }: Tick) => Math.hypot(...velocities);
  const askedAt = whole.reduce((most, step) => (speedOf(step) > speedOf(most) ? step : most)).time;
  const stopped = drive(arm, trajectory, askedAt);
  return { whole, stopped, askedAt, stoodAt: stopped.at(-1)?.time ?? askedAt };
}

function planTurn(arm: ArmContext): Trajectory {
  const options = { motionSpeed: 100, blendRadius: 0, stopHere: true, limits: {}, usesFlange: false };
  const plan = planMove(arm, {
    startJoints: from,
    targets: [{ ...options, target: { joints: to }, motionKind: 'joint' }],
    limits: {},
    tool: { tcp: identityPose, boxes: [] },
  });
  const trajectory = plan.ok ? plan.segments[0]?.trajectory : undefined;
  if (trajectory === undefined) throw new Error('The move of the picture was refused');
  return trajectory;
}

/** Drives a trajectory as the controller does, and stops it. */
function drive(arm: ArmContext, trajectory: Trajectory, stopAt: number): Tick[] {
  const scaler = new TimeScaler(trajectory, { stopDecelerations: DEFAULT_STOP_DECELERATIONS, initialRate: 1 });
  const ticks: Tick[] = [];
  for (let count = 0; ; count += 1) {
    const { positions, velocities, accelerations, rate, standstill } = scaler.state;
    const time = count * tick;
    const flange = flangeAt(arm, positions);
    ticks.push({ time, rate, velocities: [...velocities], accelerations: [...accelerations], flange });
    if (standstill && count > 0) return ticks;
    scaler.step(tick, time >= stopAt - tick / 2 ? 'stop' : 1);
  }
}

function axesFor({ askedAt }: Stop, column: 0 | 1, row: 0 | 1) {
  const begin = Math.floor((askedAt - 0.15) * 10) / 10;
  return {
    at: [columns[column], rows[row]] as const,
    width,
    height,
    x: { words: 'time, s', from: begin, to: begin + 0.6, step: 0.1 },
  };
}

/** Only what the plot shows. */
function within(plot: Plot, ticks: readonly Tick[], read: (tick: Tick) => number, span: readonly [number, number]) {
  const shown = ticks.filter(({ time }) => time >= span[0] - 1e-9 && time <= span[1] + 1e-9);
  return (style: Parameters<Plot['curve']>[1]) =>
    plot.curve(
      shown.map((entry): Point => [entry.time, read(entry)]),
      { 'stroke-width': 1.6, ...style },
    );
}

function markStop(plot: Plot, { askedAt, stoodAt }: Stop, low: number, high: number): string {
  const mark = (time: number) =>
    line(plot.place(time, low), plot.place(time, high), { stroke: colours.bad, 'stroke-dasharray': '3 3' });
  return `${mark(askedAt)}\n${mark(stoodAt)}`;
}

function drawRate(stop: Stop): string[] {
  const { stopped, askedAt, stoodAt } = stop;
  const axes = axesFor(stop, 0, 0);
  const plot = createPlot({
    ...axes,
    title: 'Path time per second of real time',
    y: { words: 'rate', from: 0, to: 1.2, step: 0.2 },
  });
  const [x, y] = plot.place(stoodAt, 0.5);
  return [
    plot.axes,
    markStop(plot, stop, 0, 1.2),
    within(plot, stopped, ({ rate }) => rate, [axes.x.from, axes.x.to])({ stroke: colours.ink }),
    text([x + 6, y], `${label(1000 * (stoodAt - askedAt))} ms`, { fill: colours.bad }),
  ];
}

function drawSpeeds(stop: Stop): string[] {
  const axes = axesFor(stop, 1, 0);
  const plot = createPlot({
    ...axes,
    title: 'Joint speeds (faint: without the stop)',
    y: { words: 'rad/s', from: -1, to: 3, step: 1 },
  });
  const span = [axes.x.from, axes.x.to] as const;
  const curves = (ticks: readonly Tick[], style: Parameters<Plot['curve']>[1]) =>
    jointColours.map((stroke, joint) =>
      within(plot, ticks, ({ velocities }) => velocities[joint] ?? 0, span)({ stroke, ...style }),
    );
  return [
    plot.axes,
    markStop(plot, stop, -1, 3),
    ...curves(stop.whole, { 'stroke-opacity': 0.25 }),
    ...curves(stop.stopped, {}),
  ];
}

function drawDecelerations(stop: Stop): string[] {
  const axes = axesFor(stop, 0, 1);
  const plot = createPlot({
    ...axes,
    title: 'Joint accelerations',
    y: { words: '% of the stop limit', from: -125, to: 125, step: 50 },
  });
  const span = [axes.x.from, axes.x.to] as const;
  const fill = { fill: colours.limit };
  return [
    plot.band(100, 125, fill),
    plot.band(-125, -100, fill),
    plot.axes,
    markStop(plot, stop, -125, 125),
    ...jointColours.map((stroke, joint) => {
      const limit = DEFAULT_STOP_DECELERATIONS[joint] ?? 1;
      return within(
        plot,
        stop.stopped,
        ({ accelerations }) => (100 * (accelerations[joint] ?? 0)) / limit,
        span,
      )({ stroke });
    }),
  ];
}

function drawWay({ whole, stopped, askedAt }: Stop): string[] {
  const plot = createPlot({
    at: [columns[1], rows[1]],
    width,
    height,
    title: 'The way of the flange, from above',
    x: { words: 'y, m', from: 1.12, to: -1.12, step: 0.5 },
    y: { words: 'x, m', from: -0.05, to: 1.048, step: 0.5 },
  });
  const place = ({ flange }: Pick<Tick, 'flange'>): Point => [flange[1] ?? 0, flange[0] ?? 0];
  const asked = stopped.find(({ time }) => time >= askedAt - 1e-9);
  const mark = (step: Tick | undefined, words: string, side: 1 | -1) => {
    const [x, y] = plot.place(...place(step ?? { flange: [] }));
    const name = leader([x + 14 * side, y + 46], [x, y], words, side === 1 ? 'start' : 'end');
    return [name, dot([x, y], 4, { fill: colours.bad, stroke: '#ffffff' })];
  };
  return [
    plot.axes,
    plot.curve(whole.map(place), { stroke: colours.edge, 'stroke-width': 1.4, 'stroke-dasharray': '5 3' }),
    plot.curve(stopped.map(place), { stroke: colours.short, 'stroke-width': 2.2 }),
    ...mark(asked, 'stop', 1),
    ...mark(stopped.at(-1), 'stands', -1),
  ];
}
