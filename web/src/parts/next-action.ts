import { findPressedEmergencyStop } from '@cellwright/domain/robot';
import { findResumePlace, type RobotSessionState } from '@cellwright/domain/run';
import { findWayOut, type WayOut } from './way-out.ts';

/** Next action of an operator. */
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
  // A prompt counts as a pause, but only the answer continues the run.
  if (state.kind === 'RoutineRunning' && state.prompt) return 'answer';
  if (state.kind === 'RoutineRunning') return state.isPaused ? 'resume' : 'watchRun';
  if (state.kind !== 'Idle') return 'waitForHand';
  if (state.brakes === 'engaged') return 'releaseBrakes';
  if (!state.routine) return 'chooseRoutine';
  return findResumePlace(state.resumePlaces, state.routine.id) ? 'continueRun' : 'play';
}

/** Returns the next action, also for a state that has not arrived yet. */
export function findNextAction(state: RobotSessionState | undefined): NextAction {
  return state ? nextActionFor(state, findWayOut(state)) : 'starting';
}

/** Device of the loaded routine that does not work. */
export interface BrokenDevice {
  readonly name: string;
  /** False if it does not answer; true if it answers with an error. */
  readonly isReached: boolean;
}

/** True if a broken device prevents playing the routine next. */
export function isHeldUp(action: NextAction, broken: BrokenDevice | undefined): boolean {
  return broken !== undefined && (action === 'play' || action === 'continueRun');
}
