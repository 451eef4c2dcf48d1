import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { CollisionWorld } from '@cellwright/collision';
import { planPath } from '../../../services/motion/src/domain/planner/index.ts';
import { createPathChecker } from './mbm-check.ts';
import {
  createWorld,
  type JointLimits,
  limitsOf,
  type MbmProblem,
  type MbmRobotFile,
  placeObstacles,
  readRobotFile,
  readScenario,
} from './mbm-files.ts';
import { OmplPeer } from './mbm-peers.ts';
import { type Attempt, type PeerAttempt, summarize } from './mbm-summary.ts';

const usage = `usage: npm run bench:motion -- mbm --robot robot.json --problems FILE… [--json OUT]
  [--seeds 5] [--budget SECONDS (10)] [--peer PROGRAM, built by peers/build-ompl.sh] [--without-fcl]`;

interface Options {
  readonly robot: string;
  readonly problems: readonly string[];
  readonly json: string | undefined;
  readonly seeds: number;
  readonly budget: number;
  readonly peer: string | undefined;
  readonly usesFcl: boolean;
}

/** Parses `--name value…` pairs: --problems takes all values that follow. */
function readOptions(args: readonly string[]): Options {
  const values = new Map<string, string[]>();
  let list: string[] = [];
  for (const arg of args) {
    if (arg.startsWith('--')) {
      list = [];
      values.set(arg.slice(2), list);
    } else {
      list.push(arg);
    }
  }
  const robot = values.get('robot')?.[0];
  const problems = values.get('problems') ?? [];
  if (robot === undefined || problems.length === 0) throw new Error(usage);
  return {
    robot,
    problems,
    json: values.get('json')?.[0],
    seeds: Number(values.get('seeds')?.[0] ?? 5),
    budget: Number(values.get('budget')?.[0] ?? 10),
    peer: values.get('peer')?.[0],
    usesFcl: !values.has('without-fcl'),
  };
}

interface Case {
  readonly scenario: string;
  readonly problem: MbmProblem;
  /** Index over all files. */
  readonly number: number;
}

function readCases(paths: readonly string[]): Case[] {
  const cases: Case[] = [];
  for (const path of paths) {
    const { scenario, problems } = readScenario(path);
    for (const problem of problems) cases.push({ scenario, problem, number: cases.length });
  }
  return cases;
}

class OurPlanner {
  private readonly robot: MbmRobotFile;
  private readonly world: CollisionWorld;
  private readonly space: JointLimits;
  private readonly budget: number;

  constructor(robot: MbmRobotFile, budget: number) {
    this.robot = robot;
    this.world = createWorld(robot);
    this.space = limitsOf(robot);
    this.budget = budget;
  }

  solve({ scenario, problem }: Case, seed: number): Attempt {
    const { world, space, budget, robot } = this;
    placeObstacles(world, problem);
    const { start, goal } = problem;
    const result = planPath(
      world,
      { start, goals: [goal], space },
      { seed, planning: { milliseconds: budget * 1000 }, clock: () => performance.now() },
    );
    const base = { scenario, index: problem.index, seed };
    if (result.kind === 'refused') {
      return { ...base, solved: false, reason: result.refusal.kind, checks: result.checks };
    }
    const { statistics, path } = result;
    return {
      ...base,
      solved: true,
      planMs: statistics.planningMilliseconds,
      shortcutMs: statistics.shorteningMilliseconds,
      foundLength: statistics.foundLength,
      length: statistics.length,
      checks: statistics.checks,
      waypoints: path.length,
      valid: createPathChecker(robot, problem).isValid(path, 0.001),
    };
  }
}

async function solveWithPeer(peer: OmplPeer, one: Case, seed: number, options: Options): Promise<PeerAttempt[]> {
  const base = { scenario: one.scenario, index: one.problem.index, seed };
  const attempts: PeerAttempt[] = [];
  const analytic = await peer.solve('analytic', one.number, options.budget, true);
  attempts.push({ ...base, checker: 'analytic', ...analytic });
  if (options.usesFcl) {
    const fcl = await peer.solve('fcl', one.number, options.budget, false);
    attempts.push({ ...base, checker: 'fcl', ...fcl });
  }
  return attempts;
}

function printAttempt(attempt: Attempt): void {
  const head = `${attempt.scenario} ${attempt.index} seed ${attempt.seed}`;
  if (!attempt.solved) {
    console.log(`${head} not solved: ${attempt.reason}, checks ${attempt.checks}`);
    return;
  }
  const { planMs, shortcutMs, length, foundLength, checks, valid } = attempt;
  console.log(
    `${head} solved plan ${planMs.toFixed(3)} ms shortcut ${shortcutMs.toFixed(3)} ms ` +
      `length ${length.toFixed(3)} (found ${foundLength.toFixed(3)}) checks ${checks}${valid ? '' : ' INVALID'}`,
  );
}

/** Solves every problem with every seed, and with the peer if there is one, and prints the cost. */
export async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const robot = readRobotFile(options.robot);
  const cases = readCases(options.problems);
  const ours = new OurPlanner(robot, options.budget);
  // The first plans of a process run before its code is compiled; a running service is already warm.
  for (const one of cases.slice(0, 40)) ours.solve(one, 0);
  const peer = options.peer === undefined ? undefined : new OmplPeer(options.peer, options.robot, options.problems);
  const attempts: Attempt[] = [];
  const peerAttempts: PeerAttempt[] = [];
  for (let seed = 1; seed <= options.seeds; seed += 1) {
    for (const one of cases) {
      const attempt = ours.solve(one, seed);
      attempts.push(attempt);
      printAttempt(attempt);
      if (peer !== undefined) peerAttempts.push(...(await solveWithPeer(peer, one, seed, options)));
    }
  }
  peer?.close();
  const summary = summarize(attempts, peerAttempts);
  console.log(JSON.stringify(summary, null, 2));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ summary, attempts, peerAttempts }));
}
