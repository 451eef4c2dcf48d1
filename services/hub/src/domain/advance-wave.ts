import type { BoxProblem, NewWave, WaveBoxStatus, WaveStatus } from '@cellwright/domain/fleet';

/** Boxes with one of them count against the share of failed boxes that a wave accepts. */
export const failedStatuses: readonly WaveBoxStatus[] = ['failed', 'degraded'];
/** Maximum number of boxes whose problems are in the reason of a halt. */
const maxNamedBoxes = 3;

export interface WaveMember {
  /** Name of the box for users. */
  readonly name: string;
  readonly groupIndex: number;
  readonly status: WaveBoxStatus;
  /** False for boxes that are offline, revoked or held: the wave does not wait for them. */
  readonly isAwaited: boolean;
  readonly problem: BoxProblem | null;
}

export interface WaveProgress {
  readonly status: WaveStatus;
  readonly currentGroup: number;
  readonly acceptedFailures: number;
  readonly reason: string | null;
}

export interface RunningWave {
  readonly currentGroup: number;
  /** Failures that a user has accepted, or that were allowed in earlier groups. */
  readonly acceptedFailures: number;
  readonly plan: Pick<NewWave, 'groups' | 'maxFailedPercent'>;
}

/** Returns the progress of a running wave after its boxes have reported. */
export function advanceWave(wave: RunningWave, members: readonly WaveMember[]): WaveProgress {
  const { currentGroup, plan } = wave;
  const group = members.filter(({ groupIndex }) => groupIndex === currentGroup);
  const allFailed = members.filter(hasFailed).length;
  // A box that failed can install the build later; another failure is not accepted in its place.
  const acceptedFailures = Math.min(wave.acceptedFailures, allFailed);
  const failed = allFailed - acceptedFailures;
  const stay = { currentGroup, acceptedFailures, reason: null };
  if (failed > Math.floor((group.length * plan.maxFailedPercent) / 100))
    return { ...stay, status: 'halted', reason: describeHalt(members, failed, group.length) };
  if (group.some((member) => isOpen(member) && member.isAwaited)) return { ...stay, status: 'running' };
  if (currentGroup + 1 < plan.groups.length)
    return { status: 'running', currentGroup: currentGroup + 1, acceptedFailures: allFailed, reason: null };
  return { ...stay, status: members.some(isOpen) ? 'running' : 'finished' };
}

function isOpen({ status }: WaveMember): boolean {
  return status === 'waiting' || status === 'requested' || status === 'watching';
}

function hasFailed({ status }: WaveMember): boolean {
  return failedStatuses.includes(status);
}

function describeHalt(members: readonly WaveMember[], failed: number, groupSize: number): string {
  const problems = members
    .flatMap(({ name, problem }) => (problem ? [`${name}: ${describeProblem(problem)}`] : []))
    .slice(0, maxNamedBoxes);
  if (problems.length === 0) return `${failed} of ${groupSize} boxes did not install the build`;
  return [`${failed} of ${groupSize} boxes failed or produce worse`, ...problems].join('. ');
}

function describeProblem(problem: BoxProblem): string {
  if (problem.kind === 'reverted') return `It has returned to the build ${problem.buildID}`;
  const { before, after } = problem;
  if (problem.kind === 'failures') return `${after} failures per hour, ${before} before the update`;
  return `${problem.routine} takes ${after.toFixed(1)} s per cycle, ${before.toFixed(1)} s before the update`;
}

/** Returns the group of each of `count` boxes, from the cumulative shares of a wave in percent. */
export function assignGroups(count: number, shares: readonly number[]): readonly number[] {
  const ends = shares.map((percent) => Math.ceil((count * percent) / 100));
  return Array.from({ length: count }, (_, index) => ends.findIndex((end) => index < end));
}
