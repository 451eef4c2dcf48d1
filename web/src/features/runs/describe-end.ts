import type { Run } from '@cellwright/domain';
import type { TFunction } from 'i18next';
import { kindLabel } from '../../ui/kind-label.ts';

/** Why a run ended, or that it has not, as one sentence. */
export function describeEnd(t: TFunction, run: Pick<Run, 'status' | 'failure' | 'interruptedIn'>): string {
  switch (run.status) {
    case 'completed':
      return t('runs.whyCompleted');
    case 'running':
      return t('runs.whyRunning');
    case 'paused':
      return t('runs.whyPaused');
    case 'stopped':
      return run.failure?.reason ?? t('runs.whyStopped');
    case 'failed':
      return run.failure?.reason ?? t('runStatus.failed');
    case 'interrupted': {
      if (!run.interruptedIn) return t('runs.whyInterrupted');
      const { stepPath, stepKind } = run.interruptedIn;
      return t('runs.whyInterruptedIn', { path: stepPath, kind: kindLabel(stepKind) });
    }
  }
}

/** How long a run took, or has taken by now, seconds. Clocks of two machines may differ: never negative. */
export function durationOf({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>, now: number): number {
  return Math.max(0, (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)) / 1000;
}
