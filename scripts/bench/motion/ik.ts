import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { builtInArms, type NamedDh, type PoseItem, readDhFile, readPosesFile } from './ik-input.ts';
import { isKdlBuilt, type KdlPeer, kdlBuildCommand, startKdl } from './ik-kdl.ts';
import { checkAll, type Ours, setUp, timeAll, timeNumeric, timePass } from './ik-measure.ts';
import { makeRandomPoses, makeSingularPoses } from './ik-poses.ts';

const usage =
  'usage: npm run bench:motion -- ik [--dh FILE] [--poses FILE] [--json OUT] [--rounds N] [--count N] [--no-peer] [--quiet]';

type Pose = PoseItem & { readonly joints?: readonly number[] };

/**
 * Measures inverse kinematics: all branches by closed form against one answer of KDL's LMA from a random seed, and one
 * numeric answer within limits against KDL's LMA with 20 restarts. Rounds of both alternate; figures are medians.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dh: { type: 'string' },
      poses: { type: 'string' },
      json: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      count: { type: 'string', default: '10000' },
      peer: { type: 'boolean', default: true },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  if (values.help) return console.log(usage);
  if (values.poses !== undefined && values.dh === undefined)
    throw new Error('--poses needs --dh, the arm they are for');
  const usesPeer = values.peer && isKdlBuilt();
  if (values.peer && !usesPeer) console.error(`KDL is not built (${kdlBuildCommand}): measuring ours alone`);
  const arms = values.dh === undefined ? builtInArms : [readDhFile(values.dh)];
  const reports = [];
  for (const arm of arms) {
    const poses = values.poses === undefined ? makePoses(arm, Number(values.count)) : readPosesFile(values.poses);
    const report = await measureArm(arm, poses, Number(values.rounds), usesPeer);
    if (values.poses !== undefined && !values.quiet) console.log(report.poses.map(formatPose).join('\n'));
    console.log(JSON.stringify(report.summary, null, 1));
    reports.push(report);
  }
  if (values.json !== undefined) {
    const [only] = reports;
    const whole = reports.length === 1 ? only : { arms: reports };
    writeFileSync(values.json, `${JSON.stringify(whole, null, 1)}\n`);
  }
}

/** Creates random poses, and a tenth as many at and near singularities. */
function makePoses(arm: NamedDh, count: number): Pose[] {
  return [...makeRandomPoses(arm, count, 1), ...makeSingularPoses(arm, Math.ceil(count / 10), 2)];
}

async function measureArm(arm: NamedDh, poses: readonly Pose[], rounds: number, usesPeer: boolean) {
  const ours = setUp(arm, poses);
  const checked = checkAll(arm, ours, poses);
  const peer = usesPeer ? startKdl(arm, poses) : undefined;
  const hasClosedForm = ours.ik.method !== 'numeric';
  const closed = hasClosedForm ? await compareAllBranches(ours, peer, rounds) : undefined;
  const numeric = await compareNumeric(arm, ours, poses, peer, rounds);
  peer?.close();
  const singular = checked.filter((row) => row.isSingular).length;
  const summary = {
    arm: arm.name,
    method: ours.ik.method,
    poses: poses.length,
    solved: checked.filter((row) => row.solved).length,
    flaggedSingular: singular,
    branchesMissing: checked.reduce((sum, row) => sum + row.missing, 0),
    branchCountsOff: checked.filter((row) => row.expected !== null && row.expected !== row.branches).length,
    worstError: Math.max(...checked.map((row) => row.worstError)),
    ...(closed ? { allBranches: closed.summary } : {}),
    numeric,
  };
  const perPose = checked.map((row, index) => {
    const nanoseconds = closed?.nanoseconds[index];
    return { index, ...row, ...(nanoseconds === undefined ? {} : { milliseconds: nanoseconds / 1e6 }) };
  });
  return { summary, poses: perPose };
}

async function compareAllBranches(ours: Ours, peer: KdlPeer | undefined, rounds: number) {
  for (let warm = 0; warm < 5; warm += 1) timePass(ours);
  const own: number[][] = [];
  const passes: number[] = [];
  const kdl: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (peer !== undefined) kdl.push([...(await peer.run(0, round)).nanoseconds]);
    own.push(timeAll(ours));
    passes.push(timePass(ours));
  }
  const oursMedian = median(own.map(median));
  const kdlMedian = kdl.length === 0 ? null : median(kdl.map(median));
  return {
    nanoseconds: own[own.length - 1] ?? [],
    summary: {
      rounds,
      oursMedianMicroseconds: oursMedian / 1000,
      oursMicrosecondsPerPoseInOnePass: median(passes) / 1000,
      kdlMedianMicroseconds: kdlMedian === null ? null : kdlMedian / 1000,
      timesFaster: kdlMedian === null ? null : kdlMedian / oursMedian,
    },
  };
}

async function compareNumeric(
  arm: NamedDh,
  ours: Ours,
  poses: readonly Pose[],
  peer: KdlPeer | undefined,
  rounds: number,
) {
  timeNumeric(arm, ours, poses.slice(0, 2000), 99);
  const means: number[] = [];
  const kdlMeans: number[] = [];
  let within = 0;
  let kdlWithin = 0;
  let kdlSolved = 0;
  let worstError = 0;
  for (let round = 0; round < rounds; round += 1) {
    const pass = peer === undefined ? undefined : await peer.run(20, round);
    if (pass !== undefined) {
      kdlMeans.push(mean(pass.nanoseconds));
      kdlWithin += mean(pass.within) / rounds;
      kdlSolved += mean(pass.solved) / rounds;
    }
    const own = timeNumeric(arm, ours, poses, round + 1);
    means.push(mean(own.nanoseconds));
    within += mean(own.within) / rounds;
    worstError = Math.max(worstError, own.worstError);
  }
  return {
    rounds,
    oursMeanMicroseconds: median(means) / 1000,
    oursSolvedWithinLimits: within,
    worstError,
    kdlMeanMicroseconds: kdlMeans.length === 0 ? null : median(kdlMeans) / 1000,
    kdlSolved: kdlMeans.length === 0 ? null : kdlSolved,
    kdlSolvedWithinLimits: kdlMeans.length === 0 ? null : kdlWithin,
    timeRatio: kdlMeans.length === 0 ? null : median(means) / median(kdlMeans),
  };
}

function formatPose(row: {
  index: number;
  solved: boolean;
  branches: number;
  expected: number | null;
  worstError: number;
  milliseconds?: number;
}): string {
  const expected = row.expected === null ? '' : ` of ${row.expected}`;
  const time = row.milliseconds === undefined ? '' : ` ${row.milliseconds.toFixed(6)} ms`;
  return `${row.index} ${row.solved ? 'solved' : 'failed'} ${row.branches}${expected} branches, error ${row.worstError.toExponential(1)}${time}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
