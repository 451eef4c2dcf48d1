import { messages } from '@cellwright/domain/messages';
import {
  dependsOnRunTime,
  type ExpressionPort,
  evaluateCondition,
  failed,
  limitsOf,
  type MoveTarget,
  type PortFailure,
  type RoleContext,
  type StepRuntime,
  type WaypointDefaults,
  type WaypointPlan,
  waypointRole,
} from '../../framework/index.ts';
import { targetExpressions, type WaypointVariables } from './contract.ts';
import type { WaypointArgs } from './contract-args.ts';
import { type StopEarlyGroups, stopEarlyGroupsOf } from './contract-stop-early.ts';
import { resolveWaypoint } from './resolve-waypoint.ts';

export const waypointRuntime: StepRuntime<WaypointArgs, WaypointVariables> = {
  async run() {
    return failed('StepPlayFailure', messages.waypointMisplaced);
  },
  roles: [
    waypointRole.offeredBy<WaypointArgs>((context) => ({
      isRunTimeTarget: dependsOnRunTime(targetExpressions(context.args)),
      plan: (defaults, previousTarget) => planWaypoint(context, defaults, previousTarget),
    })),
  ],
};

async function planWaypoint(
  { stepID, args, ports, find }: RoleContext<WaypointArgs>,
  defaults: WaypointDefaults,
  previousTarget: MoveTarget | undefined,
): Promise<WaypointPlan> {
  const resolution = await resolveWaypoint({ args, ports, find, previousTarget });
  if (!resolution.ok) return resolution;
  const groups = stopEarlyGroupsOf(args) ?? [];
  const watch = groups.length === 0 ? undefined : new StopEarlyWatch(groups, ports.expressions);
  return {
    ok: true,
    waypoint: {
      stepID,
      ...resolution.value,
      motionKind: args.motionKind,
      motionSpeed: args.motionSpeed ?? defaults.motionSpeed,
      blendRadius: blendRadiusOf(args, defaults.blendRadius),
      stopHere: args.stopHere,
      limits: limitsOf(args, defaults.limits),
      stopEarly: watch && (() => watch.look()),
    },
    canStopEarly: true,
    stopEarlyFailure: watch && (() => watch.failure),
  };
}

function blendRadiusOf(args: WaypointArgs, parentRadius: number): number {
  if (args.stopHere) return 0;
  return args.useParentBlendConfig ? parentRadius : args.blendConfig.blendRadius;
}

/** Evaluates the groups. A condition that cannot be evaluated ends the motion, too, and is a failure. */
class StopEarlyWatch {
  readonly #groups: StopEarlyGroups;
  readonly #expressions: ExpressionPort;
  failure: PortFailure | undefined;

  constructor(groups: StopEarlyGroups, expressions: ExpressionPort) {
    this.#groups = groups;
    this.#expressions = expressions;
  }

  /** Returns 0, or the number of the first group whose conditions all hold or that cannot be evaluated. */
  async look(): Promise<number> {
    for (const [index, conditions] of this.#groups.entries()) if (await this.#allHold(conditions)) return index + 1;
    return 0;
  }

  async #allHold(conditions: StopEarlyGroups[number]): Promise<boolean> {
    for (const condition of conditions) {
      const result = await evaluateCondition(this.#expressions, condition);
      if (!result.ok) {
        const message = messages.errorInField('stopEarlyConditions', result.message);
        this.failure = { kind: 'ExecutionFailure', message };
        return true;
      }
      if (!result.holds) return false;
    }
    return true;
  }
}
