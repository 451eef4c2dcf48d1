import { readyJoints } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { createSample, type JointSample, type Trajectory, TrajectorySampler } from '@cellwright/trajectory';
import { type ArmContext, restPoseFromTcp, tcpPoseOf } from '../../../services/motion/src/domain/arm-context.ts';
import { planMove } from '../../../services/motion/src/domain/move/plan-move.ts';
import type { MoveTarget } from '../../../services/motion/src/domain/move/request.ts';
import { createCell, flangeAt } from './cell.ts';
import { createPlot, spread } from './plot.ts';
import { card, colours, dot, label, legend, type Point, text } from './svg.ts';

/** Metres. */
const radius = 0.06;

/** Two straight lines of the tool, the corner between them stopped at, and rounded. */
export function drawCorner(): string {
  const arm = createCell();
  const begin = flangeAt(arm, readyJoints);
  const corner: Point = [begin[0], begin[1] - 0.35];
  const stopped = planCorner(arm, 0);
  const blended = planCorner(arm, radius);
  const way = createPlot({
    title: 'The way of the tool, from above',
    at: [64, 44],
    width: 290,
    height: 290,
    x: { words: 'x, m', from: 0.35, to: 0.78, step: 0.1 },
    y: { words: 'y, m', from: -0.225, to: 0.205, step: 0.1 },
  });
  const speed = createPlot({
    title: 'Its speed',
    at: [440, 44],
    width: 320,
    height: 290,
    x: { words: 'time, s', from: 0, to: 2.5, step: 0.5 },
    y: { words: 'm/s', from: 0, to: 0.6, step: 0.1 },
  });
  const lines = [
    { trajectories: stopped, style: { stroke: colours.found, 'stroke-width': 2 }, words: 'stops exactly' },
    { trajectories: blended, style: { stroke: colours.short, 'stroke-width': 2 }, words: `blend radius ${radius} m` },
  ];
  const [centre, edge] = [way.place(...corner), way.place(corner[0] - radius, corner[1])];
  return card(790, 436, 'A corner stopped at, and blended: way and speed', [
    way.axes,
    dot(centre, centre[0] - edge[0], { fill: 'none', stroke: colours.edge, 'stroke-dasharray': '4 3' }),
    ...lines.map(({ trajectories, style }) => way.curve(wayOf(arm, trajectories), style)),
    text([centre[0] - 46, centre[1] - 30], `${radius} m`, { 'text-anchor': 'end', fill: colours.faint }),
    speed.axes,
    ...lines.map(({ trajectories, style }) => speed.curve(speedOf(arm, trajectories), style)),
    legend(
      [440, 400],
      lines.map(({ trajectories, style, words }) => ({
        words: `${words}: ${label(totalOf(trajectories), 2)} s`,
        style,
      })),
      18,
    ),
  ]);
}

/** To the corner and on, both straight at the tool, as the motion service plans it. */
function planCorner(arm: ArmContext, blendRadius: number): Trajectory[] {
  const start = restPoseFromTcp(tcpPoseOf(arm, readyJoints, identityPose));
  const options = { motionSpeed: 100, limits: {}, usesFlange: false, motionKind: 'line' as const };
  const line = (x: number, y: number, rest: Pick<MoveTarget, 'blendRadius' | 'stopHere'>): MoveTarget => ({
    ...options,
    ...rest,
    target: { pose: { ...start, x: start.x + x, y: start.y + y } },
  });
  const plan = planMove(arm, {
    startJoints: readyJoints,
    targets: [
      line(0, -0.35, { blendRadius, stopHere: blendRadius === 0 }),
      line(-0.28, -0.35, { blendRadius: 0, stopHere: true }),
    ],
    limits: {},
    tool: { tcp: identityPose, boxes: [] },
  });
  if (!plan.ok) throw new Error(`The corner of the picture was refused: ${plan.failure.reason}`);
  return plan.segments.map(({ trajectory }) => trajectory);
}

function totalOf(trajectories: readonly Trajectory[]): number {
  return trajectories.reduce((sum, trajectory) => sum + new TrajectorySampler(trajectory).duration, 0);
}

/** Something of every trajectory over time, one after the other. */
function sampleAll<T>(trajectories: readonly Trajectory[], read: (sample: JointSample, time: number) => T): T[] {
  let offset = 0;
  return trajectories.flatMap((trajectory) => {
    const sampler = new TrajectorySampler(trajectory);
    const sample = createSample(sampler.jointCount);
    const before = offset;
    offset += sampler.duration;
    return spread(0, sampler.duration, Math.round(240 / trajectories.length)).map((time) => {
      sampler.sample(time, sample);
      return read(sample, before + time);
    });
  });
}

function wayOf(arm: ArmContext, trajectories: readonly Trajectory[]): Point[] {
  return sampleAll(trajectories, ({ positions }): Point => {
    const [x, y] = flangeAt(arm, positions);
    return [x, y];
  });
}

/** m/s, from the Jacobian. */
function speedOf({ kinematics }: ArmContext, trajectories: readonly Trajectory[]): Point[] {
  return sampleAll(trajectories, ({ positions, velocities }, time): Point => {
    const jacobian = kinematics.computeJacobian(positions);
    const row = (at: number) => velocities.reduce((sum, v, joint) => sum + v * (jacobian[at + joint] ?? 0), 0);
    return [time, Math.hypot(row(0), row(6), row(12))];
  });
}
