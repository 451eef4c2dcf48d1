import { messages } from '@cellwright/domain';
import {
  completed,
  type EquipmentPort,
  failed,
  type GripperCommand,
  type GripperOutcome,
  type PortResult,
  type StepContext,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import { type ActuateGripperArgs, type ActuateGripperVariables, gripperTimeLimitMS } from './contract.ts';

/** A busy or unreachable gripper is asked again after this long. */
const retryPollMS = 100;

type Context = StepContext<ActuateGripperArgs, ActuateGripperVariables>;

export const actuateGripperRuntime: StepRuntime<ActuateGripperArgs, ActuateGripperVariables> = {
  async run(context) {
    const result = await actuate(context);
    if (result.ok) {
      context.setVariable('gripDetected', result.value.gripDetected);
      return completed;
    }
    if ('stopped' in result) return stopped;
    context.setVariable('gripDetected', false);
    if (!context.args.stopOnFailure) return completed;
    return failed('GripperFailure', messages.failedToActuateGripper, result.failure.message);
  },
};

/** Commands the gripper, again and again while nothing was done and time is left. */
async function actuate({ args, ports, signal }: Context): ReturnType<EquipmentPort['actuateGripper']> {
  const { clock, equipment } = ports;
  const command = commandOf(args);
  // The last try has the time of one wait to answer before the step's limit.
  const deadline = clock.now() + gripperTimeLimitMS - retryPollMS;
  for (;;) {
    const result = await equipment.actuateGripper(args.equipmentID, command, signal);
    const remainingMS = deadline - clock.now();
    if (remainingMS <= 0 || !mayRetry(result)) return result;
    await clock.sleep(Math.min(retryPollMS, remainingMS), signal);
  }
}

function mayRetry(result: PortResult<GripperOutcome>): boolean {
  return !result.ok && 'failure' in result && (result.failure.mayRetry ?? false);
}

function commandOf(args: ActuateGripperArgs): GripperCommand {
  const { control, diameter, direction, forceKind, force, forcePercent, speed, tolerance, waitForGrip } = args;
  return {
    control,
    widthMeters: diameter,
    direction,
    ...(forceKind === 'newtons' ? { forceNewtons: force } : { forceFraction: forcePercent }),
    speedFraction: speed,
    toleranceMeters: tolerance,
    waitForGrip,
  };
}
