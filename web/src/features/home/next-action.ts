import type { RobotSessionState } from '@cellwright/domain';

/** What an operator does next, one thing at a time. */
export type NextAction =
  | 'starting'
  | 'resetEStop'
  | 'closeSafeguard'
  | 'recover'
  | 'releaseBrakes'
  | 'watchRun'
  | 'resume'
  | 'waitForHand'
  | 'play'
  | 'chooseRoutine';

export function nextActionFor(
  state: Pick<RobotSessionState, 'kind' | 'isPaused' | 'brakes' | 'safety' | 'routine'>,
): NextAction {
  if (state.kind === 'Constructing') return 'starting';
  if (state.safety.isEStopped) return 'resetEStop';
  if (state.safety.isSafeguardOpen) return 'closeSafeguard';
  if (state.kind === 'Failure') return 'recover';
  if (state.kind === 'RoutineRunning') return state.isPaused ? 'resume' : 'watchRun';
  if (state.kind !== 'Idle') return 'waitForHand';
  if (state.brakes === 'engaged') return 'releaseBrakes';
  return state.routine ? 'play' : 'chooseRoutine';
}
