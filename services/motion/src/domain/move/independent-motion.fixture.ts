/**
 * Independent check of trajectories for tests: the quintics between the points, computed from their boundary values
 * alone, and the limits of the default arm read from its model. It shares no code with planning or with the controller.
 */
import { defaultArm } from '@cellwright/arm';
import type { MovePlan, MoveRequest } from './request.ts';

/** Motion of a joint at one time: rad, rad/s, rad/s², rad/s³. */
interface JointMoment {
  readonly q: number;
  readonly v: number;
  readonly a: number;
  readonly j: number;
}

/** The arm at one time of a plan. */
export interface Moment {
  /** The segment and the seconds from its start. */
  readonly segment: number;
  readonly time: number;
  readonly joints: readonly JointMoment[];
}

type Segment = Extract<MovePlan, { ok: true }>['segments'][number];
type Point = Segment['trajectory']['points'][number];

/** Yields every time of a plan, at most `step` seconds apart, both sides of every point included. */
export function* momentsOf(segments: readonly Segment[], step: number): Generator<Moment> {
  for (const [segment, { trajectory }] of segments.entries()) {
    for (const [index, to] of trajectory.points.entries()) {
      const from = trajectory.points[index - 1];
      if (!from) continue;
      const duration = to.timeFromStart - from.timeFromStart;
      const count = Math.max(2, Math.ceil(duration / step));
      for (let sample = 0; sample <= count; sample++) {
        const share = sample / count;
        const joints = from.positions.map((_, joint) => quintic(from, to, joint, duration, share));
        yield { segment, time: from.timeFromStart + share * duration, joints };
      }
    }
  }
}

/** Returns the fifth-degree polynomial with the position, velocity and acceleration of both points. */
function quintic(from: Point, to: Point, joint: number, duration: number, share: number): JointMoment {
  const of = (values: readonly number[]) => values[joint] ?? Number.NaN;
  const c0 = of(from.positions);
  const c1 = of(from.velocities) * duration;
  const c2 = (of(from.accelerations) * duration ** 2) / 2;
  const rise = of(to.positions) - c0 - c1 - c2;
  const slope = of(to.velocities) * duration - c1 - 2 * c2;
  const bend = of(to.accelerations) * duration ** 2 - 2 * c2;
  const c3 = 10 * rise - 4 * slope + bend / 2;
  const c4 = -15 * rise + 7 * slope - bend;
  const c5 = 6 * rise - 3 * slope + bend / 2;
  const u = share;
  return {
    q: c0 + u * (c1 + u * (c2 + u * (c3 + u * (c4 + u * c5)))),
    v: (c1 + u * (2 * c2 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / duration,
    a: (2 * c2 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / duration ** 2,
    j: (6 * c3 + u * (24 * c4 + u * 60 * c5)) / duration ** 3,
  };
}

/**
 * Returns a description of the first limit that is exceeded by more than `tolerance` (a share of it); undefined if
 * there is none. `speedShare` is the share of the joint velocities that may be used.
 */
export function describeLimitLeft({ joints }: Moment, speedShare: number, tolerance: number): string | undefined {
  const { velocity, acceleration, jerk } = defaultArm.motionLimits;
  const isWithin = (value: number, most = Number.NaN) => Math.abs(value) <= most * (1 + tolerance);
  for (const [index, { q, v, a, j }] of joints.entries()) {
    const { lower = Number.NaN, upper = Number.NaN } = defaultArm.joints[index]?.limits ?? {};
    if (!(q >= lower - tolerance && q <= upper + tolerance)) return `joint ${index} is at ${q} rad`;
    if (!isWithin(v, (velocity[index] ?? Number.NaN) * speedShare)) return `joint ${index} turns at ${v} rad/s`;
    if (!isWithin(a, acceleration[index])) return `joint ${index} accelerates at ${a} rad/s²`;
    if (!isWithin(j, jerk[index])) return `joint ${index} jerks at ${j} rad/s³`;
  }
  return undefined;
}

/** Returns the first discontinuity of a plan: from the start, between segments, and at rest at the ends of each. */
export function describeGap(segments: readonly Segment[], { startJoints }: MoveRequest): string | undefined {
  let at = startJoints;
  for (const [index, { trajectory }] of segments.entries()) {
    const [first, last] = [trajectory.points.at(0), trajectory.points.at(-1)];
    if (!first || !last) return `segment ${index} is empty`;
    if (first.positions.some((angle, joint) => Math.abs(angle - (at[joint] ?? 0)) > 1e-9))
      return `segment ${index} starts elsewhere`;
    const still = [first, last].flatMap(({ velocities, accelerations }) => [...velocities, ...accelerations]);
    if (still.some((value) => Math.abs(value) > 1e-9)) return `segment ${index} does not begin and end at rest`;
    at = last.positions;
  }
  return undefined;
}
