import type { Replay, Run } from '@cellwright/domain';
import { durationOf } from '../describe-end.ts';

/**
 * Duration of the run by its history, seconds. A recording goes on after it, until the arm stands; where a crash cost the
 * recording its end, what there is of it.
 */
export function lengthOf(run: Pick<Run, 'startedAt' | 'endedAt'>, { to }: Pick<Replay, 'to'>): number {
  return run.endedAt === null ? to : Math.min(to, durationOf(run, 0));
}

/** An instant of a recording as one of its run: what comes after the end of the run is not counted. */
export function instantOf(at: number, length: number): { readonly seconds: number; readonly isAfterEnd: boolean } {
  return { seconds: Math.min(at, length), isAfterEnd: at > length };
}
