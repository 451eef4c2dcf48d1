import type { Run, RunStop } from '@cellwright/domain/run';
import type { TFunction } from 'i18next';
import { kindLabel } from '../../parts/kind-label.ts';
import { describeReason } from '../../parts/recovery/describe-reason.ts';

/** Describes in one sentence why a run ended, or that it has not. */
export function describeEnd(t: TFunction, run: Pick<Run, 'status' | 'failure' | 'stop' | 'interruptedIn'>): string {
  switch (run.status) {
    case 'completed':
      return t('runs.whyCompleted');
    case 'running':
      return t('runs.whyRunning');
    case 'paused':
      return t('runs.whyPaused');
    case 'stopped':
      return run.failure ? describeReason(run.failure) : describeStop(t, run.stop);
    case 'failed':
      return run.failure ? describeReason(run.failure) : t('runStatus.failed');
    case 'interrupted': {
      if (!run.interruptedIn) return t('runs.whyInterrupted');
      const { stepPath, stepKind } = run.interruptedIn;
      return t('runs.whyInterruptedIn', { path: stepPath, kind: kindLabel(stepKind) });
    }
  }
}

/** Describes how and by whom a run was stopped, as far as recorded. */
function describeStop(t: TFunction, stop: RunStop | null): string {
  if (!stop) return t('runs.whyStopped');
  return t(`runs.stop.${stop.how}`, { by: describeCommander(t, stop.by) }).trim();
}

function describeCommander(t: TFunction, by: RunStop['by']): string {
  if (!by) return '';
  const { kind, name, isPage } = by;
  return t(`runs.stopBy.${isPage ? 'page' : kind}`, { name });
}

/**
 * Returns the duration of a run, up to now if it is under way, seconds. Clocks of two machines may differ: never
 * negative.
 */
export function durationOf({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>, now: number): number {
  return Math.max(0, (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)) / 1000;
}
