import type { Replay, Run } from '@cellwright/domain/run';
import { durationOf } from '../describe-end.ts';

/**
 * Returns the duration of the run by its history, seconds. The recording continues until the arm has stopped; if a
 * crash lost the end, the length of the recording.
 */
export function lengthOf(run: Pick<Run, 'startedAt' | 'endedAt'>, { to }: Pick<Replay, 'to'>): number {
  return run.endedAt === null ? to : Math.min(to, durationOf(run, 0));
}
