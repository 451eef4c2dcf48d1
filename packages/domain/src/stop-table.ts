import type { FailureKind, RecoveryKind } from './failures.ts';

/** Why the arm is stopped. */
export const stopCauses = [
  'pause',
  'stop',
  'safeguard',
  'emergencyStop',
  'emergencyStopInput',
  'brakeRequest',
  'commanderLost',
  'controllerFault',
] as const;
export type StopCause = (typeof stopCauses)[number];

/** What a stop does, and what it takes to move again. */
export interface StopRule {
  /** IEC 60204-1: 1 is a controlled stop, then brakes; 2 is a controlled stop with power kept. */
  readonly category: 1 | 2;
  /** What becomes of a run: it can be resumed, it is over, or it is over and failed. */
  readonly run: 'paused' | 'stopped' | 'failed';
  /** The failure the session enters; null when it does not fail. A software emergency stop fails a live robot only. */
  readonly failure: { readonly kind: FailureKind; readonly recovery: RecoveryKind } | null;
  /** In order, what somebody does before the arm moves again. */
  readonly toMoveAgain: readonly (
    | 'closeSafeguard'
    | 'releaseEmergencyStop'
    | 'reconnect'
    | 'recover'
    | 'releaseBrakes'
    | 'resume'
    | 'play'
  )[];
}

/** The one table of stops: the controller stops by it, the session fails and recovers by it. Every stop stays on the path. */
export const stopTable = {
  pause: { category: 2, run: 'paused', failure: null, toMoveAgain: ['resume'] },
  stop: { category: 2, run: 'stopped', failure: null, toMoveAgain: ['play'] },
  safeguard: {
    category: 2,
    run: 'paused',
    failure: { kind: 'SafetyWatchdogFailure', recovery: 'Recoverable' },
    toMoveAgain: ['closeSafeguard', 'recover', 'resume'],
  },
  emergencyStop: {
    category: 1,
    run: 'stopped',
    failure: { kind: 'EStopTriggered', recovery: 'Recoverable' },
    toMoveAgain: ['recover', 'releaseBrakes', 'play'],
  },
  emergencyStopInput: {
    category: 1,
    run: 'failed',
    failure: { kind: 'EStopTriggered', recovery: 'Recoverable' },
    toMoveAgain: ['releaseEmergencyStop', 'recover', 'releaseBrakes', 'play'],
  },
  brakeRequest: { category: 1, run: 'stopped', failure: null, toMoveAgain: ['releaseBrakes', 'play'] },
  commanderLost: {
    category: 1,
    run: 'failed',
    failure: { kind: 'HeartbeatLostFailure', recovery: 'Recoverable' },
    toMoveAgain: ['reconnect', 'recover', 'releaseBrakes', 'play'],
  },
  controllerFault: {
    category: 1,
    run: 'failed',
    failure: { kind: 'ControlSystemFailure', recovery: 'Restart' },
    toMoveAgain: ['recover', 'releaseBrakes', 'play'],
  },
} as const satisfies Record<StopCause, StopRule>;
