import type { RunnerStateKind } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { Tone } from '../ui/StatusChip.tsx';

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

/** Returns the state of a robot session as one word, with its tone. */
export function describeRunner(state: Pick<RobotSessionState, 'kind' | 'isPaused'> | undefined): {
  word: RunnerStateKind | 'RoutinePaused' | 'unknown';
  tone: Tone;
} {
  if (!state) return { word: 'unknown', tone: 'neutral' };
  if (state.kind === 'RoutineRunning' && state.isPaused) return { word: 'RoutinePaused', tone: 'caution' };
  return { word: state.kind, tone: tones[state.kind] };
}
