import { messages } from '@cellwright/domain/messages';
import {
  type ChildStep,
  completed,
  failAt,
  failed,
  type LegWaypoint,
  limitsOf,
  type MoveTarget,
  type PortFailure,
  playLeg,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  type WaypointDefaults,
  waypointRole,
} from '../../framework/index.ts';
import type { MoveArmToV2Args } from './contract.ts';

/** Waypoints that are passed in one motion. */
interface Leg {
  readonly waypoints: readonly IndexedWaypoint[];
  /** Index of the child after the leg. */
  readonly end: number;
}

/** A waypoint and its index among the children. */
type IndexedWaypoint = LegWaypoint & { readonly index: number };

type Context = StepContext<MoveArmToV2Args>;

export const moveArmToV2Runtime: StepRuntime<MoveArmToV2Args> = {
  async run(context) {
    const { children, startIndex = 0 } = context;
    if (!children.some(isPlayedWaypoint)) return failed('ExecutionFailure', messages.noWaypointsFound);
    let index = startIndex;
    while (index < children.length) {
      await context.holdWhilePaused();
      const leg = await planLeg(context, index);
      if (!leg.ok) return failAt(context.enterChild(leg.stepID), leg.failure);
      const { outcome, next } = await playNext(context, leg.leg, index);
      if (outcome.kind !== 'completed') return outcome;
      index = next;
    }
    return completed;
  },
};

/** Plays a leg of waypoints, or the next step if no leg begins there. */
async function playNext(
  context: Context,
  leg: Leg,
  index: number,
): Promise<{ readonly outcome: StepOutcome; readonly next: number }> {
  if (leg.waypoints.length > 0) {
    const { outcome, endedEarlyAt } = await playLeg(context, leg.waypoints);
    return { outcome, next: endedEarlyAt === undefined ? leg.end : endedEarlyAt.index + 1 };
  }
  const child = context.children[index];
  if (child === undefined) return { outcome: completed, next: leg.end };
  if (child.isDisabled) {
    context.skipChild(child.id);
    return { outcome: completed, next: index + 1 };
  }
  const outcome = await context.playChild(child.id);
  if (outcome.kind === 'failed' && child.stepKind === 'SetIO') {
    const { failure, message, detail } = outcome;
    const actuationFailed = failed(failure, messages.deviceActuationDuringWaypointFailed, detail ?? message);
    return { outcome: actuationFailed, next: index };
  }
  return { outcome, next: index + 1 };
}

type LegPlan =
  | { readonly ok: true; readonly leg: Leg }
  | { readonly ok: false; readonly stepID: string; readonly failure: PortFailure };

/**
 * Plans the waypoints from a child on that one motion can pass: up to another kind of step, or to a target that is only
 * known when the arm gets there.
 */
async function planLeg(context: Context, first: number): Promise<LegPlan> {
  const { children } = context;
  const defaults = defaultsOf(context.args);
  const waypoints: IndexedWaypoint[] = [];
  /** Disabled steps after each of them. */
  const skipped: string[][] = [];
  let previousTarget: MoveTarget | undefined;
  let index = first;
  for (; index < children.length; index++) {
    const child = children[index];
    if (child === undefined || endsLeg(child, waypoints.length === 0)) break;
    if (child.isDisabled) {
      skipped.at(-1)?.push(child.id);
      continue;
    }
    const plan = await child.as(waypointRole)?.plan(defaults, previousTarget);
    if (plan === undefined) break;
    if (!plan.ok) return { ok: false, stepID: child.id, failure: plan.failure };
    previousTarget = plan.waypoint.target;
    const behind: string[] = [];
    skipped.push(behind);
    const onLeft = () => {
      for (const id of behind) context.skipChild(id);
    };
    waypoints.push({ ...plan, index, enter: () => context.enterChild(child.id), onLeft });
  }
  return { ok: true, leg: { waypoints, end: index } };
}

function endsLeg(child: ChildStep, isFirst: boolean): boolean {
  if (child.isDisabled) return isFirst;
  const waypoint = child.as(waypointRole);
  return waypoint === undefined || (waypoint.isRunTimeTarget && !isFirst);
}

function isPlayedWaypoint(child: ChildStep): boolean {
  return child.as(waypointRole) !== undefined;
}

function defaultsOf(args: MoveArmToV2Args): WaypointDefaults {
  const { motionSpeed, blendConfig } = args;
  return { motionSpeed, blendRadius: blendConfig.blendRadius, limits: limitsOf(args, undefined), tcpOption: 'auto' };
}
