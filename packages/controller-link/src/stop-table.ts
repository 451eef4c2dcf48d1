import { robotMessages } from '@cellwright/domain/messages';
import type { FailureKind, RecoveryKind } from '@cellwright/domain/robot';

/**
 * Stop categories of IEC 60204-1. Both decelerate the arm on its path as fast as the arm's stop decelerations allow; a
 * category 1 stop then engages the brakes, a category 2 stop keeps power on.
 */
export type StopCategory = 1 | 2;

/** One row of the stop table. */
export interface StopRule {
  readonly title: string;
  readonly category: StopCategory;
  /** True if the stop starts a new epoch, so that all earlier commands are refused. A pause does not. */
  readonly startsEpoch: boolean;
  /** Failure reported by the robot session; null for a requested stop, which is not a failure. */
  readonly failure: { readonly kind: FailureKind; readonly recovery: RecoveryKind } | null;
  /** Steps required before the arm can move again. Nothing moves by itself. */
  readonly toMoveAgain: string;
}

/** Causes for which the controller stops the arm: the only table, used by controller, runner and docs. */
export const stopTable = {
  pause: {
    title: 'Pause',
    category: 2,
    startsEpoch: false,
    failure: null,
    toMoveAgain: 'Resume',
  },
  stop: {
    title: 'Stop',
    category: 2,
    startsEpoch: true,
    failure: null,
    toMoveAgain: 'A new command',
  },
  safeguard: {
    title: 'Safeguard opened',
    category: 2,
    startsEpoch: false,
    failure: null,
    toMoveAgain:
      'Close the safeguard, reset it where a safety rule asks for that, then resume; a manual motion must be started again',
  },
  emergencyStop: {
    title: robotMessages.softwareEStop,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'EStopTriggered', recovery: 'Recoverable' },
    toMoveAgain: 'Recover (live robot), release the brakes, then send a new command',
  },
  emergencyStopInput: {
    title: robotMessages.eStopButton,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'EStopTriggered', recovery: 'Recoverable' },
    toMoveAgain: 'Release all emergency stop buttons, recover, release the brakes, then send a new command',
  },
  brakeRequest: {
    title: 'Brakes engaged by command',
    category: 1,
    startsEpoch: true,
    failure: null,
    toMoveAgain: 'Release the brakes, then send a new command',
  },
  commanderLost: {
    title: robotMessages.noCommandsFromCell,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'HeartbeatLostFailure', recovery: 'Recoverable' },
    toMoveAgain: 'Wait until the cell is connected to the arm, recover, release the brakes, then send a new command',
  },
  commandTaken: {
    title: robotMessages.otherProgramControls,
    category: 2,
    startsEpoch: true,
    failure: { kind: 'HeartbeatLostFailure', recovery: 'Recoverable' },
    toMoveAgain: 'A new command from the program that controls the arm',
  },
  jogTimeout: {
    title: 'Jog not renewed',
    category: 2,
    startsEpoch: false,
    failure: null,
    toMoveAgain: 'A jog with a new id',
  },
  guidedModeTimeout: {
    title: 'Guided mode not renewed',
    category: 2,
    startsEpoch: false,
    failure: null,
    toMoveAgain: 'A new command',
  },
  controlFault: {
    title: robotMessages.controllerFault,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'ControlSystemFailure', recovery: 'Restart' },
    toMoveAgain: 'Restart the controller, recover, release the brakes, then send a new command',
  },
  jointLimit: {
    title: robotMessages.jointBeyondLimit,
    category: 2,
    startsEpoch: true,
    failure: { kind: 'JointLimitFailure', recovery: 'GuidedMode' },
    toMoveAgain: 'Guide or jog the joint back within its limits, then recover',
  },
  collision: {
    title: robotMessages.armInContact,
    category: 2,
    startsEpoch: true,
    failure: { kind: 'CollisionFailure', recovery: 'ManualRecoveryMode' },
    toMoveAgain: 'Jog the arm away from the contact, then recover',
  },
  torqueCollision: {
    title: robotMessages.unexpectedTorque,
    category: 2,
    startsEpoch: true,
    failure: { kind: 'TorqueCollisionFailure', recovery: 'ManualRecoveryMode' },
    toMoveAgain: 'Jog the arm away from the contact or reduce the payload, then recover',
  },
  contact: {
    title: 'The tool reached its push force',
    category: 2,
    startsEpoch: false,
    failure: null,
    toMoveAgain: 'A new command',
  },
  unbrakeFailed: {
    title: robotMessages.brakeDoesNotRelease,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'UnbrakeFailure', recovery: 'Recoverable' },
    toMoveAgain: 'Recover, then release the brakes again; call service if it stays engaged',
  },
  safetyWatchdog: {
    title: robotMessages.safetyProcessorSilent,
    category: 1,
    startsEpoch: true,
    failure: { kind: 'SafetyWatchdogFailure', recovery: 'Recoverable' },
    toMoveAgain: 'Recover, release the brakes, then send a new command',
  },
  inputsDisagree: {
    title: 'A pair of safety inputs disagrees',
    category: 1,
    startsEpoch: true,
    failure: { kind: 'SafetyWatchdogFailure', recovery: 'Recoverable' },
    toMoveAgain:
      'Bring both inputs of the pair to the same level, recover, release the brakes, then send a new command',
  },
  armControlTimeout: {
    title: 'A joint does not answer',
    category: 1,
    startsEpoch: true,
    failure: { kind: 'ArmControlTimeoutFailure', recovery: 'Recoverable' },
    toMoveAgain: 'Recover, release the brakes, then send a new command',
  },
  powerBoard: {
    title: 'The power board reports a fault',
    category: 1,
    startsEpoch: true,
    failure: { kind: 'PowerBoardFailure', recovery: 'Restart' },
    toMoveAgain: 'Restart the controller, recover, release the brakes, then send a new command',
  },
  shutdown: {
    title: 'Controller shuts down',
    category: 1,
    startsEpoch: true,
    failure: { kind: 'ControlSystemFailure', recovery: 'Restart' },
    toMoveAgain: 'Start the controller, recover, release the brakes, then send a new command',
  },
} as const satisfies Record<string, StopRule>;

export type StopKind = keyof typeof stopTable;

export function isStopKind(value: string): value is StopKind {
  return Object.hasOwn(stopTable, value);
}
