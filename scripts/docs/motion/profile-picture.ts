import { identityPose } from '@cellwright/geometry';
import {
  createSample,
  type JointSample,
  type MotionLimits,
  planMove,
  type Trajectory,
  TrajectorySampler,
  trajectoryDuration,
} from '@cellwright/trajectory';
import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { planMove as planChain } from '../../../services/motion/src/domain/move/plan-move.ts';
import { createCell } from './cell.ts';
import { createPlot, spread } from './plot.ts';
import { card, colours, heading, jointColours, label, legend, type Point } from './svg.ts';

const from = [-0.9, -0.2, 1.3, 0.2, -1.5, -1.5];
const to = [1.2, 0.25, 1.9, -0.9, -1.1, 1.2];
/** So slow that a joint gets to its velocity limit on the way. */
const motionSpeed = 25;
const width = 312;
const rowHeight = 78;
const rowGap = 32;
const top = 62;

interface Row {
  readonly title: string;
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Percent of a limit. */
  readonly isShare?: boolean;
  readonly curves: (trajectory: Trajectory) => readonly (readonly Point[])[];
}

/** The same move with its joints in phase, as moves are driven, and each on its own profile. */
export function drawProfiles(): string {
  const arm = createCell();
  const limits = { ...arm.limits, velocity: arm.limits.velocity.map((value) => (value * motionSpeed) / 100) };
  const rows = listRows(limits);
  const columns = [
    { words: 'In phase: a planned move', trajectory: planAsMove(arm), left: 62 },
    { words: 'In time: each joint for itself', trajectory: planMove(from, to, limits, 'time'), left: 452 },
  ];
  const bottom = top + rows.length * (rowHeight + rowGap);
  return card(790, bottom + 42, 'Position, velocity, acceleration and jerk of a move, with the limits', [
    ...columns.flatMap(({ words, trajectory, left }) => [
      heading([left, 28], `${words}, ${label(trajectoryDuration(trajectory), 2)} s`),
      ...rows.map((row, index) => drawRow(row, trajectory, left, index, index === rows.length - 1)),
    ]),
    ...jointColours.map((stroke, joint) =>
      legend([62 + 120 * joint, bottom + 22], [{ words: `joint ${joint}`, style: { stroke } }]),
    ),
  ]);
}

/** As the motion service plans a joint move. */
function planAsMove(arm: ArmContext): Trajectory {
  const options = { motionSpeed, blendRadius: 0, stopHere: true, limits: {}, usesFlange: false };
  const plan = planChain(arm, {
    startJoints: from,
    targets: [{ ...options, target: { joints: to }, motionKind: 'joint' }],
    limits: {},
    tool: { tcp: identityPose, boxes: [] },
  });
  const trajectory = plan.ok ? plan.segments[0]?.trajectory : undefined;
  if (trajectory === undefined) throw new Error('The move of the picture was refused');
  return trajectory;
}

function listRows(limits: MotionLimits): Row[] {
  const joints = from.map((_, joint) => joint);
  const percent = { words: '% of limit', from: -125, to: 125, step: 100, isShare: true };
  const share = (of: keyof MotionLimits, joint: number, value: number) => (100 * value) / (limits[of][joint] ?? 1);
  const position = (trajectory: Trajectory) =>
    joints.map((joint) => sampleCurve(trajectory, ({ positions }) => positions[joint] ?? 0));
  const velocity = (trajectory: Trajectory) =>
    joints.map((joint) =>
      sampleCurve(trajectory, ({ velocities }) => share('velocity', joint, velocities[joint] ?? 0)),
    );
  const acceleration = ({ points }: Trajectory) =>
    joints.map((joint) =>
      points.map(
        ({ timeFromStart, accelerations }): Point => [
          timeFromStart,
          share('acceleration', joint, accelerations[joint] ?? 0),
        ],
      ),
    );
  const jerk = (trajectory: Trajectory) =>
    joints.map((joint) =>
      jerkCurve(trajectory, joint).map(([time, value]): Point => [time, share('jerk', joint, value)]),
    );
  const aside = (trajectory: Trajectory) => [
    sampleCurve(trajectory, ({ positions }) => 1000 * measureAside(positions)),
  ];
  return [
    { title: 'Position', words: 'rad', from: -2, to: 2.5, step: 1, curves: position },
    { title: `Velocity, the limit at ${motionSpeed} % speed`, ...percent, curves: velocity },
    { title: 'Acceleration', ...percent, curves: acceleration },
    { title: 'Jerk', ...percent, curves: jerk },
    { title: 'Off the straight line in joint space', words: 'mrad', from: 0, to: 80, step: 40, curves: aside },
  ];
}

function drawRow(row: Row, trajectory: Trajectory, left: number, index: number, isLast: boolean): string {
  const plot = createPlot({
    title: row.title,
    at: [left, top + index * (rowHeight + rowGap)],
    width,
    height: rowHeight,
    x: { from: 0, to: 2.75, step: 0.5, isBare: !isLast, ...(isLast ? { words: 'time, s' } : {}) },
    y: row,
  });
  const fill = { fill: colours.limit };
  const bands = row.isShare ? [plot.band(100, row.to, fill), plot.band(row.from, -100, fill)] : [];
  const curves = row.curves(trajectory);
  const strokes = curves.length === 1 ? [colours.ink] : jointColours;
  return [
    ...bands,
    plot.axes,
    ...curves.map((curve, joint) => plot.curve(curve, { stroke: strokes[joint], 'stroke-width': 1.5 })),
  ].join('\n');
}

function sampleCurve(trajectory: Trajectory, read: (sample: JointSample) => number): Point[] {
  const sampler = new TrajectorySampler(trajectory);
  const sample = createSample(sampler.jointCount);
  return spread(0, sampler.duration, 60).map((time) => {
    sampler.sample(time, sample);
    return [time, read(sample)];
  });
}

/** Jerk is constant between the points of these profiles. */
function jerkCurve({ points }: Trajectory, joint: number): Point[] {
  return points.slice(1).flatMap((point, index): Point[] => {
    const before = points[index] ?? point;
    const change = (point.accelerations[joint] ?? 0) - (before.accelerations[joint] ?? 0);
    const jerk = change / (point.timeFromStart - before.timeFromStart);
    return [
      [before.timeFromStart, jerk],
      [point.timeFromStart, jerk],
    ];
  });
}

/** Distance from the straight line of the move, rad. */
function measureAside(positions: readonly number[]): number {
  const way = to.map((angle, joint) => angle - (from[joint] ?? 0));
  const done = positions.map((angle, joint) => angle - (from[joint] ?? 0));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const along = dot(way, done) / dot(way, way);
  return Math.hypot(...done.map((value, joint) => value - along * (way[joint] ?? 0)));
}
