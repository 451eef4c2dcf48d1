import type { RunnerStateKind } from '@cellwright/domain/robot';
import type { SessionEvent } from './session-events.ts';

/** First part of a refusal: the request of each event. */
const asked: Readonly<Record<SessionEvent, string>> = {
  controllerConnected: 'The controller cannot be taken over',
  adHocStarted: 'The arm cannot be moved',
  adHocEnded: 'The arm is not being moved',
  routineStarted: 'A routine cannot be played',
  routineEnded: 'No routine can be ended',
  guidedStarted: 'Guided mode cannot start',
  slowGuidedStarted: 'Guided mode cannot start',
  guidedEnded: 'Guided mode is not on',
  failed: 'A fault cannot be raised',
  escapeStarted: 'The arm cannot be moved away',
  escapeEnded: 'The arm is not being moved away',
  recoveryStarted: 'There is no failure to recover from',
  recovered: 'There is no failure to recover from',
};

/** Second part of a refusal: reason and remedy, by the state of the session. */
const because: Readonly<Record<RunnerStateKind, string>> = {
  Constructing: 'while the robot is starting. Try again in a moment',
  Idle: 'while the robot is idle',
  RoutineRunning: 'while a routine is running. Pause or stop it first',
  RunningAdHocCommand: 'while the arm is moving. Wait until it has stopped',
  Antigravity: 'while guided mode is on. End guided mode first',
  AntigravitySlow: 'while guided mode is on. End guided mode first',
  Failure: 'after a failure. Recover first',
  Recovering: 'while the robot is recovering. Wait until it has recovered',
};

/** Returns the reason why an event is refused in a state, for the operator. */
export function describeSessionRefusal(state: RunnerStateKind, event: SessionEvent): string {
  return describeStateRefusal(state, asked[event]);
}

/** Adds the reason and the remedy to a refused request, as in 'The run cannot be resumed while the arm is moving. …'. */
export function describeStateRefusal(state: RunnerStateKind, refused: string): string {
  return `${refused} ${because[state]}`;
}
