import {
  chainedMoveRole,
  completed,
  dependsOnRunTime,
  type EnteredChild,
  failAt,
  type LegWaypoint,
  type MoveTarget,
  playLeg,
  type RoleContext,
  resolveTarget,
  type StepContext,
  type StepRuntime,
  targetUses,
  type Waypoint,
  type WaypointDefaults,
  type WaypointPlan,
  waypointRole,
} from '../../framework/index.ts';
import type { MoveArmToArgs, MoveArmToVariables } from './contract.ts';

type Context = StepContext<MoveArmToArgs, MoveArmToVariables>;

export const moveArmToRuntime: StepRuntime<MoveArmToArgs, MoveArmToVariables> = {
  async run(context) {
    const stops = [...stopsOf(context)];
    for (let next = 0; next < stops.length; ) {
      await context.holdWhilePaused();
      const leg: LegWaypoint[] = [];
      let previousTarget: MoveTarget | undefined;
      for (; next < stops.length; next++) {
        const stop = stops[next];
        // A target that is only known when the arm gets there begins a motion of its own.
        if (stop === undefined || (stop.waypoint.isRunTimeTarget && leg.length > 0)) break;
        const plan = await stop.waypoint.plan(defaultsOf(context.args), previousTarget);
        if (!plan.ok) return failAt(stop.enter(), plan.failure);
        previousTarget = plan.waypoint.target;
        leg.push({ ...plan, enter: stop.enter });
      }
      const { outcome, endedEarlyAt } = await playLeg(context, leg);
      if (outcome.kind !== 'completed') return outcome;
      if (endedEarlyAt !== undefined) next -= leg.length - 1 - leg.indexOf(endedEarlyAt);
    }
    return completed;
  },
  roles: [
    chainedMoveRole.offeredBy<MoveArmToArgs>((context) => ({
      ...ownWaypoint(context),
      isPassedThrough: context.args.isWaypoint,
    })),
  ],
};

/** A target of the motion and the step that shows it. */
interface Stop {
  readonly waypoint: Waypoint;
  readonly enter: () => EnteredChild;
}

/** Yields the targets of the motion: its own target, the arcs inside and, as a waypoint, the following moves. */
function* stopsOf(context: Context): Generator<Stop> {
  const { children, startIndex } = context;
  if (startIndex === undefined) yield { waypoint: ownWaypoint(context), enter: () => showItself(context) };
  for (const child of children.slice(startIndex)) {
    const waypoint = child.as(waypointRole);
    if (waypoint !== undefined) yield { waypoint, enter: () => context.enterChild(child.id) };
    else context.skipChild(child.id);
  }
  yield* stopsBehind(context);
}

/** Yields the following moves that are part of the motion; one with arcs inside begins a motion of its own. */
function* stopsBehind(context: Context): Generator<Stop> {
  let { isWaypoint: goesOn } = context.args;
  for (const step of context.following) {
    if (!goesOn) return;
    if (step.isDisabled) continue;
    const move = step.hasSteps ? undefined : step.as(chainedMoveRole);
    if (move === undefined) return;
    yield { waypoint: move, enter: () => context.enterFollowing(step.id) };
    goesOn = move.isPassedThrough;
  }
}

function ownWaypoint(context: RoleContext<MoveArmToArgs>): Waypoint {
  const { args } = context;
  return {
    isRunTimeTarget: dependsOnRunTime(targetUses(args.targetKind, args)),
    plan: () => planOwn(context),
  };
}

async function planOwn(context: RoleContext<MoveArmToArgs>): Promise<WaypointPlan> {
  const { stepID, args } = context;
  const resolution = await resolveTarget(args.targetKind, args, args, context);
  if (!resolution.ok) return resolution;
  return {
    ok: true,
    waypoint: {
      stepID,
      ...resolution.value,
      motionKind: args.motionKind,
      motionSpeed: args.motionSpeed,
      blendRadius: args.blend.blendRadius,
      stopHere: false,
      limits: args.speedProfile,
      isCacheable: args.isCacheable,
    },
  };
}

/** Shows the motion to its own target in the step itself, which ends with the whole motion. */
function showItself(context: Context): EnteredChild {
  return {
    setVariable(name, value) {
      if (name === 'currentActivity' && typeof value === 'string') context.setVariable(name, value);
      if (name === 'completedCount' && typeof value === 'number') context.setVariable(name, value);
    },
    leave: () => undefined,
  };
}

function defaultsOf({ motionSpeed, blend, speedProfile, tcpOption }: MoveArmToArgs): WaypointDefaults {
  return { motionSpeed, blendRadius: blend.blendRadius, limits: speedProfile, tcpOption };
}
