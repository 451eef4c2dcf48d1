import { type Clock, createAgeTime } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { SessionLog } from '../cell.ts';

/** Rules for keeping runs; a run and its journal are deleted when neither rule keeps it. */
export interface Retention {
  /**
   * Number of the newest runs of each robot that stay, at least 1. The newest one is needed after a crash, so it always
   * stays.
   */
  readonly keepRuns: number;
  /** Days after its end that a run stays. */
  readonly keepDays: number;
  /** Maximum number and size in bytes of the recordings of each robot, newest first; both limits apply. */
  readonly keepReplays: number;
  readonly keepReplayBytes: number;
}

export const defaultRetention: Retention = {
  keepRuns: 1000,
  keepDays: 90,
  keepReplays: 50,
  keepReplayBytes: 256 * 2 ** 20,
};

export interface PruneRule {
  readonly robotKind: RobotKind;
  readonly keepRuns: number;
  /** Runs that ended before this may be deleted. */
  readonly endedBefore: Date;
}

export interface JournalPruner {
  /** Deletes about `limit` rows of runs that may go, oldest first: the number deleted, 0 when there are none left. */
  prune(rule: PruneRule, limit: number): Promise<number>;
}

export interface RecordingRule {
  readonly robotKind: RobotKind;
  readonly keepRuns: number;
  readonly keepBytes: number;
}

export interface RecordingPruner {
  /** Deletes at most `limit` parts of recordings that may go: the number deleted, 0 when there are none left. */
  prune(rule: RecordingRule, limit: number): Promise<number>;
}

export interface RetentionParts {
  readonly robotKinds: readonly RobotKind[];
  readonly retention: Retention;
  readonly pruner: JournalPruner;
  readonly recordings: RecordingPruner;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/** After the start, when more urgent things are done, and then every hour, ms. */
const firstAfterMS = 60_000;
const everyMS = 3_600_000;
const rowsAtATime = 2000;
/** Parts of recordings are many times larger. */
const partsAtATime = 50;
/** Deleting takes at most one part in this many of the time, so that a run's own entries never wait for it. */
const share = 10;
const leastRestMS = 100;
const dayMS = 24 * 3_600_000;

/** Deletes old runs regularly, in small batches. @returns a function that stops it. */
export function keepJournalsSmall({
  robotKinds,
  retention,
  pruner,
  recordings,
  clock,
  log,
}: RetentionParts): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const readAgeTime = createAgeTime(clock);

  const repeat = async (prune: () => Promise<number>) => {
    for (let deleted = 1; deleted > 0 && !signal.aborted; ) {
      const startedAt = clock.now();
      deleted = await prune();
      await clock.sleep(Math.max(leastRestMS, (clock.now() - startedAt) * (share - 1)), signal);
    }
  };
  const pruneOnce = async () => {
    const endedBefore = new Date(readAgeTime().getTime() - retention.keepDays * dayMS);
    const { keepRuns, keepReplays, keepReplayBytes: keepBytes } = retention;
    for (const robotKind of robotKinds) {
      await repeat(() => pruner.prune({ robotKind, keepRuns, endedBefore }, rowsAtATime));
      await repeat(() => recordings.prune({ robotKind, keepRuns: keepReplays, keepBytes }, partsAtATime));
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
