import type { Clock, RobotKind } from '@cellwright/domain';
import type { SessionLog } from '../cell.ts';

/** A run is forgotten, with its journal, when neither rule keeps it. */
export interface Retention {
  /** The newest runs of each robot that stay, at least 1. The newest one asks after a crash, so it always stays. */
  readonly keepRuns: number;
  /** Days after its end that a run stays. */
  readonly keepDays: number;
}

export const defaultRetention: Retention = { keepRuns: 1000, keepDays: 90 };

export interface PruneRule {
  readonly robotKind: RobotKind;
  readonly keepRuns: number;
  /** Runs that ended before this may go. */
  readonly endedBefore: Date;
}

export interface JournalPruner {
  /** Deletes about `limit` rows of runs that may go, oldest first: the number deleted, 0 when there are none left. */
  prune(rule: PruneRule, limit: number): Promise<number>;
}

export interface RetentionParts {
  readonly robotKinds: readonly RobotKind[];
  readonly retention: Retention;
  readonly pruner: JournalPruner;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** After the start, when more urgent things are done, and then every hour, ms. */
const firstAfterMS = 60_000;
const everyMS = 3_600_000;
const rowsAtATime = 2000;
/** Deleting takes at most one part in this many of the time, so that a run's own entries never wait for it. */
const share = 10;
const leastRestMS = 100;
const dayMS = 24 * 3_600_000;

/** Forgets old runs now and then, a little at a time. @returns what ends it. */
export function keepJournalsSmall({ robotKinds, retention, pruner, clock, log }: RetentionParts): () => void {
  const closing = new AbortController();
  const { signal } = closing;

  const pruneOnce = async () => {
    const endedBefore = new Date(clock.wallNow().getTime() - retention.keepDays * dayMS);
    for (const robotKind of robotKinds) {
      for (let deleted = 1; deleted > 0 && !signal.aborted; ) {
        const startedAt = clock.now();
        deleted = await pruner.prune({ robotKind, keepRuns: retention.keepRuns, endedBefore }, rowsAtATime);
        await clock.sleep(Math.max(leastRestMS, (clock.now() - startedAt) * (share - 1)), signal);
      }
    }
  };
  const run = async () => {
    await clock.sleep(firstAfterMS, signal);
    for (;;) {
      await pruneOnce().catch((error: unknown) => {
        if (!signal.aborted) log.warn('old runs were not forgotten; it is tried again in an hour', { error });
      });
      await clock.sleep(everyMS, signal);
    }
  };
  // Rejects only when it is ended.
  run().catch(() => undefined);
  return () => closing.abort();
}
