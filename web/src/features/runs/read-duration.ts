import type { Run } from '@cellwright/domain/run';
import { robots } from '../../api/robots.ts';
import { durationOf } from './describe-end.ts';

/** Returns the duration of a run, up to now if it is under way, seconds. */
export function readDuration(run: Run): number {
  if (run.endedAt !== null) return durationOf(run, 0);
  const { runner } = robots;
  const current = runner.status.state?.run;
  return runner.elapsedMS(current?.id === run.id ? current : run) / 1000;
}
