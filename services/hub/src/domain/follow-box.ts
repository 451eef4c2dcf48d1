import type { BoxProblem, BoxState, NewWave, WaveBoxStatus } from '@cellwright/domain/fleet';
import { addReport, beginProduction, findDecline, type Production } from './production.ts';

/** A box in a wave. */
export interface FollowedBox {
  readonly status: WaveBoxStatus;
  /** Production while the box waits for its install. */
  readonly before: Production | null;
  /** Production since its install, while it is watched. */
  readonly after: Production | null;
  readonly watchUntil: Date | null;
  readonly problem: BoxProblem | null;
}

type FollowedPlan = Pick<NewWave, 'buildID' | 'watchMinutes' | 'maxFailuresPerHour' | 'maxSlowerPercent'>;

/** Returns the box after a report. Only reports change a box, so one that is offline is not watched meanwhile. */
export function followBox(box: FollowedBox, plan: FollowedPlan, state: BoxState, at: Date): FollowedBox {
  const { buildID, targetBuildID, obstacle } = state.software;
  const { status } = box;
  if (status === 'installed' || status === 'degraded') return box;
  if (buildID === plan.buildID)
    return status === 'watching' ? compare(box, plan, state, at) : arrive(box, plan, state, at);
  if (status === 'watching') return { ...box, status: 'failed', problem: { kind: 'reverted', buildID } };
  if (status === 'failed') return box;
  const hasFailed = obstacle?.reason === 'failed' && targetBuildID === plan.buildID;
  const canUpdate = obstacle?.reason !== 'unavailable';
  if (status === 'requested' && (hasFailed || !canUpdate)) return { ...box, status: 'failed' };
  return isWatched(plan) ? { ...box, before: addReport(box.before, state) } : box;
}

function isWatched({ watchMinutes, maxFailuresPerHour, maxSlowerPercent }: FollowedPlan): boolean {
  return watchMinutes > 0 && (maxFailuresPerHour !== null || maxSlowerPercent !== null);
}

/** A box that ran the build before the wave has nothing to compare with. */
function arrive(box: FollowedBox, plan: FollowedPlan, state: BoxState, at: Date): FollowedBox {
  if (!isWatched(plan) || box.before === null) return { ...box, status: 'installed', problem: null };
  const watchUntil = new Date(at.getTime() + plan.watchMinutes * 60_000);
  return {
    ...box,
    status: 'watching',
    problem: null,
    watchUntil,
    after: beginProduction(addReport(box.before, state)),
  };
}

function compare(box: FollowedBox, plan: FollowedPlan, state: BoxState, at: Date): FollowedBox {
  const after = addReport(box.after, state);
  const problem = box.before && findDecline(plan, box.before, after);
  if (problem) return { ...box, after, status: 'degraded', problem };
  const isOver = box.watchUntil === null || at >= box.watchUntil;
  return { ...box, after, status: isOver ? 'installed' : 'watching' };
}
