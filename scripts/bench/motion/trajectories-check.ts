import type { Trajectory, TrajectoryPoint } from '@cellwright/trajectory';

/** Worst excess of a trajectory over its limits: rad/s, rad/s², rad/s³; 0 if there is none. */
export interface Excess {
  velocity: number;
  acceleration: number;
  jerk: number;
}

interface Limits {
  readonly velocity: readonly number[];
  readonly acceleration: readonly number[];
  readonly jerk: readonly number[];
}

const DENSE_SAMPLES = 40;

/**
 * Measures the worst excess with code that shares nothing with the planner: each segment and joint as a Bézier curve of
 * degree five, sampled densely by repeated interpolation and, where the points agree with constant jerk to within their
 * rounding, at the exact extrema. The jerk of such a segment is the slope of its acceleration; what one ulp of the
 * points makes of it on a very short segment is not counted.
 */
export function measureExcess(trajectory: Trajectory, limits: Limits): Excess {
  const excess = { velocity: 0, acceleration: 0, jerk: 0 };
  for (let index = 0; index + 1 < trajectory.points.length; index++) {
    const from = trajectory.points[index];
    const to = trajectory.points[index + 1];
    if (from === undefined || to === undefined) continue;
    for (let joint = 0; joint < from.positions.length; joint++) measureSegment(from, to, joint, limits, excess);
  }
  return excess;
}

function measureSegment(from: TrajectoryPoint, to: TrajectoryPoint, joint: number, limits: Limits, excess: Excess) {
  const at = (row: readonly number[]) => row[joint] ?? Number.NaN;
  const h = to.timeFromStart - from.timeFromStart;
  const state0 = { p: at(from.positions), v: at(from.velocities), a: at(from.accelerations) };
  const state1 = { p: at(to.positions), v: at(to.velocities), a: at(to.accelerations) };
  const worst = (key: keyof Excess, value: number, allowance = 0) => {
    const beyond = Math.abs(value) - at(limits[key]) - allowance;
    if (!(beyond <= excess[key])) excess[key] = beyond;
  };
  const jerk = (state1.a - state0.a) / h;
  const p = state0.p + state0.v * h + (state0.a * h * h) / 2 + (jerk * h * h * h) / 6;
  const v = state0.v + state0.a * h + (jerk * h * h) / 2;
  const ulp = 1e-14 * (1 + Math.abs(state0.p) + Math.abs(state0.v) * (1 + to.timeFromStart));
  for (const { v: velocity, a } of [state0, state1]) {
    worst('velocity', velocity);
    worst('acceleration', a);
  }
  if (Math.abs(p - state1.p) <= ulp && Math.abs(v - state1.v) <= ulp) {
    worst('jerk', jerk, (4e-15 * (1 + Math.abs(state0.a) + Math.abs(jerk) * to.timeFromStart)) / h);
    const turn = -state0.a / jerk;
    if (turn > 0 && turn < h) worst('velocity', state0.v + state0.a * turn + (jerk * turn * turn) / 2);
    return;
  }
  measureCurve(toBezier(state0, state1, h), h, worst);
}

function measureCurve(control: readonly number[], h: number, worst: (key: keyof Excess, value: number) => void) {
  const velocity = differentiate(control, h);
  const acceleration = differentiate(velocity, h);
  const jerk = differentiate(acceleration, h);
  for (let sample = 0; sample <= DENSE_SAMPLES; sample++) {
    const u = sample / DENSE_SAMPLES;
    worst('velocity', interpolate(velocity, u));
    worst('acceleration', interpolate(acceleration, u));
    worst('jerk', interpolate(jerk, u));
  }
}

interface State {
  readonly p: number;
  readonly v: number;
  readonly a: number;
}

function toBezier(from: State, to: State, h: number): number[] {
  const first = from.p + (h * from.v) / 5;
  const last = to.p - (h * to.v) / 5;
  return [from.p, first, 2 * first - from.p + (h * h * from.a) / 20, 2 * last - to.p + (h * h * to.a) / 20, last, to.p];
}

function differentiate(control: readonly number[], h: number): number[] {
  const degree = control.length - 1;
  return control.slice(1).map((value, i) => ((value - (control[i] ?? 0)) * degree) / h);
}

function interpolate(control: readonly number[], u: number): number {
  let row = [...control];
  while (row.length > 1) row = row.slice(1).map((value, i) => value * u + (row[i] ?? 0) * (1 - u));
  return row[0] ?? Number.NaN;
}
