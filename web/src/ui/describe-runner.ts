import type { RobotSessionState, RunnerStateKind } from '@cellwright/domain';

/** How much a thing wants to be seen: neutral for the normal, colour only where a person should look. */
export type Tone = 'neutral' | 'good' | 'caution' | 'danger' | 'notice';

const tones: Record<RunnerStateKind, Tone> = {
  Constructing: 'neutral',
  Idle: 'neutral',
  RunningAdHocCommand: 'notice',
  RoutineRunning: 'good',
  Antigravity: 'notice',
  AntigravitySlow: 'notice',
  Failure: 'danger',
  Recovering: 'caution',
};

/** The state of a robot session as one word and how much it matters. */
export function describeRunner(state: Pick<RobotSessionState, 'kind' | 'isPaused'> | undefined): {
  word: RunnerStateKind | 'RoutinePaused' | 'unknown';
  tone: Tone;
} {
  if (!state) return { word: 'unknown', tone: 'neutral' };
  if (state.kind === 'RoutineRunning' && state.isPaused) return { word: 'RoutinePaused', tone: 'caution' };
  return { word: state.kind, tone: tones[state.kind] };
}
