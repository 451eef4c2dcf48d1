import { findPressedEmergencyStop, findResumePlace, type RobotSessionState } from '@cellwright/domain';
import { findWayOut, type WayOut } from './way-out.ts';

/** The next thing that an operator does. */
export type NextAction =
  | 'starting'
  | 'resetEStop'
  | 'closeSafeguard'
  | WayOut
  | 'releaseBrakes'
  | 'watchRun'
  | 'resume'
  | 'answer'
  | 'waitForHand'
  | 'continueRun'
  | 'play'
  | 'chooseRoutine';

export function nextActionFor(
  state: Pick<
    RobotSessionState,
    'kind' | 'isPaused' | 'brakes' | 'safety' | 'io' | 'routine' | 'prompt' | 'resumePlaces'
  >,
  wayOut: WayOut = 'recover',
): NextAction {
  if (state.kind === 'Constructing') return 'starting';
  // The stop lasts until the robot recovers; the button may have been released before.
  if (state.safety.isEStopped && findPressedEmergencyStop(state.io)) return 'resetEStop';
  if (state.safety.isSafeguardOpen) return 'closeSafeguard';
  if (state.kind === 'Failure') return wayOut;
  // It waits as if it were paused, but only the answer lets it go on.
  if (state.kind === 'RoutineRunning' && state.prompt) return 'answer';
  if (state.kind === 'RoutineRunning') return state.isPaused ? 'resume' : 'watchRun';
  if (state.kind !== 'Idle') return 'waitForHand';
  if (state.brakes === 'engaged') return 'releaseBrakes';
  if (!state.routine) return 'chooseRoutine';
  return findResumePlace(state.resumePlaces, state.routine.id) ? 'continueRun' : 'play';
}

/** The same of a state that may not have come yet. */
export function findNextAction(state: RobotSessionState | undefined): NextAction {
  return state ? nextActionFor(state, findWayOut(state)) : 'starting';
}

/** A device that the loaded routine uses and that cannot work. */
export interface BrokenDevice {
  readonly name: string;
  /** False when it does not answer; true when it answers with an error. */
  readonly isReached: boolean;
}

/** True if a device that the routine needs keeps it from being played next. */
export function isHeldUp(action: NextAction, broken: BrokenDevice | undefined): boolean {
  return broken !== undefined && (action === 'play' || action === 'continueRun');
}
