import {
  completed,
  failed,
  type MoveOptions,
  type MoveWaypoint,
  outcomeOf,
  type ResolvedTarget,
  resolveTarget,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  slowToPush,
} from '../../framework/index.ts';
import type { PressButtonArgs, PressButtonVariables, PressPosition } from './contract.ts';

type Context = StepContext<PressButtonArgs, PressButtonVariables>;

export const pressButtonRuntime: StepRuntime<PressButtonArgs, PressButtonVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    context.setVariable('contactForce', 0);
    context.setVariable('completedCount', countOf(context));
    const before = await resolve(context, args.prePressPosition);
    if (!before.ok) return failed(before.failure.kind, before.failure.message, 'pre-press position');
    const pressed = await resolve(context, args.pressPosition);
    if (!pressed.ok) return failed(pressed.failure.kind, pressed.failure.message, 'press position');

    const approached = await move(context, before.value, { motionKind: 'joint' }, 'to the pre-press position');
    if (approached.kind !== 'completed') return approached;
    const pressing = { contactForce: args.pressForce, isEffect: true };
    const slowly = { motionKind: 'line', limits: slowToPush(undefined) } as const;
    const reached = await move(context, pressed.value, slowly, 'to the press position', pressing);
    if (reached.kind !== 'completed') return reached;
    context.setVariable('contactForce', ports.motion.currentContactForce());
    await ports.clock.sleep(args.pressDuration * 1000, signal);
    const left = await move(context, before.value, { motionKind: 'line' }, 'back to the pre-press position');
    if (left.kind === 'completed') context.setVariable('completedCount', countOf(context) + 1);
    return left;
  },
};

function resolve(context: Context, position: PressPosition) {
  return resolveTarget(position.targetKind, position, { tcpOption: context.args.tcpOption }, context);
}

/** @param where the move of the step, named in a failure */
async function move(
  context: Context,
  target: ResolvedTarget,
  how: Pick<MoveWaypoint, 'motionKind' | 'limits'>,
  where: string,
  options: Pick<MoveOptions, 'contactForce' | 'isEffect'> = {},
): Promise<StepOutcome> {
  const { stepID, args, ports, signal } = context;
  await context.holdWhilePaused();
  const waypoint = { stepID, ...target, ...how, motionSpeed: args.motionSpeed, blendRadius: 0, stopHere: true };
  const result = await ports.motion.moveThrough([waypoint], {
    signal,
    onActivity: (activity) => context.setVariable('currentActivity', activity),
    ...options,
  });
  context.setVariable('currentActivity', 'none');
  if (result.ok) return completed;
  const outcome = outcomeOf(result);
  return outcome.kind === 'failed' ? { ...outcome, detail: outcome.detail ?? where } : outcome;
}

function countOf({ ports, stepID }: Context): number {
  const counted = ports.variables.getStepVariable(stepID, 'completedCount');
  return typeof counted === 'number' ? counted : 0;
}
