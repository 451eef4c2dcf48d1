import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { JointState, MotionLimits, Trajectory } from '@cellwright/trajectory';
import {
  atRest,
  motionToTrajectory,
  planMove,
  planTimeSynchronised,
  toAxisLimits,
  trajectoryDuration,
} from '@cellwright/trajectory';
import { measureExcess } from './trajectories-check.ts';

const USAGE = 'usage: npm run bench:motion -- trajectories --problems FILE [--json OUT]';
const WARM_UP_ROUNDS = 20;
const ROUNDS = 5;
const REPETITIONS = 10;

interface Problem {
  readonly p0: number[];
  readonly v0?: number[];
  readonly a0?: number[];
  readonly p1: number[];
  readonly v1?: number[];
  readonly a1?: number[];
  /** Optimal time, s; absent for the moves derived here. */
  readonly optimal?: number;
}

interface ProblemFile {
  readonly vmax: number[];
  readonly amax: number[];
  readonly jmax: number[];
  readonly restToRest?: Problem[];
  readonly stateToState?: Problem[];
}

interface Row {
  readonly set: string;
  readonly index: number;
  readonly solved: boolean;
  readonly seconds: number;
  readonly optimal: number | null;
  readonly ratio: number | null;
  readonly microseconds: number;
  readonly maxExcess: number;
}

/**
 * Plans every problem of a file and prints, per problem and in total, the distance to the optimum and the planning
 * time.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { problems: { type: 'string' }, json: { type: 'string' } },
  });
  if (values.problems === undefined) throw new Error(USAGE);
  const file: ProblemFile = JSON.parse(readFileSync(values.problems, 'utf8'));
  const limits = { velocity: file.vmax, acceleration: file.amax, jerk: file.jmax };
  const rest = file.restToRest ?? [];
  const rows = [
    ...measureSet('rest to rest', rest, limits, planTogether),
    ...measureSet('rest to rest, straight', rest, limits, planStraight),
    ...measureSet('state to state', file.stateToState ?? [], limits, planBetween),
    ...deriveSets(rest, limits),
  ];
  for (const row of rows) console.log(formatRow(row));
  const summary = [...new Set(rows.map(({ set }) => set))].map((set) =>
    summarise(rows.filter((row) => row.set === set)),
  );
  console.table(summary);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ summary, rows }, null, 1)}\n`);
}

/**
 * Derives moves without a reference: slower, of length zero, and of a nanoradian; the optimum is that of the general
 * solver.
 */
function deriveSets(rest: readonly Problem[], limits: MotionLimits): Row[] {
  const slow = [0.1, 0.25, 0.5, 0.75].flatMap((scale) => {
    const slower = { ...limits, velocity: limits.velocity.map((v) => v * scale) };
    const problems = rest.map((problem) => ({ ...problem, optimal: generalOptimum(problem, slower) }));
    return [
      ...measureSet(`${scale} vmax`, problems, slower, planTogether),
      ...measureSet(`${scale} vmax, straight`, problems, slower, planStraight),
    ];
  });
  const nudged = (by: number) =>
    rest.slice(0, 100).map(({ p0 }) => {
      const problem = { p0, p1: p0.map((p, joint) => p + (joint % 2 === 0 ? by : -by)) };
      return { ...problem, optimal: generalOptimum(problem, limits) };
    });
  return [
    ...slow,
    ...measureSet('zero', nudged(0), limits, planStraight),
    ...measureSet('1e-9 rad', nudged(1e-9), limits, planStraight),
  ];
}

function generalOptimum({ p0, p1 }: Problem, limits: MotionLimits): number {
  const result = planTimeSynchronised(atRest(p0), atRest(p1), toAxisLimits(limits));
  return result.ok ? result.motion.duration : Number.NaN;
}

type Planner = (problem: Problem, limits: MotionLimits) => Trajectory | undefined;

// The reference is time-synchronised. A straight move is as fast where one joint sets the pace in all of velocity,
// acceleration and jerk; where one joint is short of velocity and another of acceleration, the line costs a few percent.
const planStraight: Planner = ({ p0, p1 }, limits) => planMove(p0, p1, limits);
const planTogether: Planner = ({ p0, p1 }, limits) => planMove(p0, p1, limits, 'time');

const planBetween: Planner = (problem, limits) => {
  const zeros = problem.p0.map(() => 0);
  const state = (positions: number[], velocities = zeros, accelerations = zeros): JointState => ({
    positions,
    velocities,
    accelerations,
  });
  const start = state(problem.p0, problem.v0, problem.a0);
  const result = planTimeSynchronised(start, state(problem.p1, problem.v1, problem.a1), toAxisLimits(limits));
  return result.ok ? motionToTrajectory(result.motion) : undefined;
};

function measureSet(set: string, problems: readonly Problem[], limits: MotionLimits, plan: Planner): Row[] {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const problem of problems) plan(problem, limits);
  return problems.map((problem, index) => {
    const trajectory = plan(problem, limits);
    const solved = trajectory !== undefined && reaches(trajectory, problem);
    const seconds = trajectory === undefined ? Number.NaN : trajectoryDuration(trajectory);
    const excess = trajectory === undefined ? undefined : measureExcess(trajectory, limits);
    const maxExcess = excess === undefined ? Number.NaN : Math.max(excess.velocity, excess.acceleration, excess.jerk);
    const optimal = problem.optimal ?? null;
    const ratio = optimal === null ? null : optimal > 0 ? seconds / optimal : seconds === 0 ? 1 : Number.NaN;
    return { set, index, solved, seconds, optimal, ratio, microseconds: timePlan(plan, problem, limits), maxExcess };
  });
}

function timePlan(plan: Planner, problem: Problem, limits: MotionLimits): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    for (let repetition = 0; repetition < REPETITIONS; repetition++) plan(problem, limits);
    return ((performance.now() - before) * 1000) / REPETITIONS;
  });
  return quantile(rounds, 0.5);
}

/** True if it starts and ends in the requested states. */
function reaches(trajectory: Trajectory, problem: Problem): boolean {
  const first = trajectory.points[0];
  const last = trajectory.points[trajectory.points.length - 1];
  if (first === undefined || last === undefined) return false;
  const close = (row: readonly number[], wanted: readonly number[] | undefined) =>
    row.every((value, joint) => Math.abs(value - (wanted?.[joint] ?? 0)) <= 1e-12);
  const starts = close(first.positions, problem.p0) && close(first.velocities, problem.v0);
  return (
    starts &&
    close(first.accelerations, problem.a0) &&
    close(last.positions, problem.p1) &&
    close(last.velocities, problem.v1) &&
    close(last.accelerations, problem.a1)
  );
}

function summarise(rows: readonly Row[]) {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  const times = rows.map(({ microseconds }) => microseconds);
  return {
    set: rows[0]?.set ?? '',
    problems: rows.length,
    solved: rows.filter(({ solved }) => solved).length,
    ratioMedian: quantile(ratios, 0.5),
    ratioP99: quantile(ratios, 0.99),
    ratioMax: quantile(ratios, 1),
    microsecondsMedian: quantile(times, 0.5),
    microsecondsP99: quantile(times, 0.99),
    maxExcess: quantile(
      rows.map(({ maxExcess }) => maxExcess),
      1,
    ),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function formatRow(row: Row): string {
  const ratio = row.ratio === null ? '-' : row.ratio.toFixed(9);
  const state = row.solved ? 'solved' : 'FAILED';
  return `${row.set} ${row.index}: ${state} ${row.seconds.toFixed(6)} s, ratio ${ratio}, ${row.microseconds.toFixed(1)} µs, excess ${row.maxExcess.toExponential(1)}`;
}
