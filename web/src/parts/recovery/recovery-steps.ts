import { type Failure, findPressedEmergencyStop } from '@cellwright/domain/robot';
import { isArmFree, type RobotSessionState } from '@cellwright/domain/run';

/** Recovery steps in the order in which the user takes them. */
const order = [
  'releaseButton',
  'matchChannels',
  'closeSafeguard',
  'fixDevice',
  'fixCause',
  'restart',
  'guide',
  'moveAway',
  'engageBrakes',
  'recover',
  'releaseBrakes',
  'goOn',
] as const;
export type RecoveryStepID = (typeof order)[number];

export interface RecoveryStep {
  readonly id: RecoveryStepID;
  readonly isDone: boolean;
}

export type RecoveryState = Pick<RobotSessionState, 'kind' | 'failure' | 'brakes' | 'safety' | 'io' | 'contact'>;

interface Situation {
  /** Failure that is being recovered from; the state may no longer contain it. */
  readonly failure: Failure;
  readonly state: RecoveryState;
  /** True if the device of the failure answers without an error; undefined until the first answer. */
  readonly isDeviceWell?: boolean | undefined;
  /** Steps that were shown before: they stay, done or not. */
  readonly shown?: ReadonlySet<RecoveryStepID>;
}

/** Failures whose cause the user removes before pressing Recover, and whose end cannot be detected. */
const withCause: ReadonlySet<Failure['kind']> = new Set([
  'StepPlayFailure',
  'ExecutionFailure',
  'TriggerFaultFailure',
  'InvalidRoutineLoadedFailure',
  'HaasFailure',
  'WeldFailure',
  'GripperFailure',
  'CameraFailure',
  'InferenceFailure',
  'NetworkRequestFailure',
  'PlanningFailure',
  'IOFailure',
]);

/** Lists the recovery steps of a failure; each is done as soon as the state of the robot confirms it. */
export function listRecoverySteps({ failure, state, isDeviceWell, shown }: Situation): RecoveryStep[] {
  const { safety, io, contact, brakes } = state;
  const hasLeft = state.kind !== 'Failure';
  const pressed = findPressedEmergencyStop(io);
  const isSplit = pressed !== undefined && findSplitChannels(io) !== undefined;
  const areBrakesOn = brakes === 'engaged';
  const isFree = hasLeft || isArmFree(contact);
  const { recoveryKind } = failure;
  /** Each step has two values: whether it is needed now, and whether it is done. */
  const steps: Record<RecoveryStepID, readonly [isNeeded: boolean, isDone: boolean]> = {
    releaseButton: [pressed !== undefined && !isSplit, pressed === undefined],
    matchChannels: [isSplit, !isSplit],
    closeSafeguard: [safety.isSafeguardOpen, !safety.isSafeguardOpen],
    fixDevice: [failure.equipmentID !== undefined, hasLeft || isDeviceWell === true],
    fixCause: [failure.equipmentID === undefined && withCause.has(failure.kind), hasLeft],
    // The failure becomes recoverable after the restart of the controller.
    restart: [recoveryKind === 'Restart', state.failure?.recoveryKind !== 'Restart'],
    guide: [recoveryKind === 'GuidedMode', isFree],
    moveAway: [recoveryKind === 'ManualRecoveryMode', isFree],
    engageBrakes: [recoveryKind === 'NotRecoverable', hasLeft || areBrakesOn],
    recover: [true, hasLeft],
    releaseBrakes: [areBrakesOn, hasLeft && !areBrakesOn],
    goOn: [true, false],
  };
  return order.filter((id) => steps[id][0] || shown?.has(id)).map((id) => ({ id, isDone: steps[id][1] }));
}

/**
 * Returns the emergency stop whose two channels differ, by their common name: its wiring or its contacts are at fault.
 */
export function findSplitChannels(io: RobotSessionState['io']): string | undefined {
  return ['E-Stop', 'CB E-Stop', 'Tablet E-Stop'].find((name) => {
    const [one, two] = [io[`${name} 1`], io[`${name} 2`]];
    return one !== undefined && two !== undefined && one !== two;
  });
}
