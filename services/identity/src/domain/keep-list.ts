import { type Clock, rest } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { AccessList, AccessRecord } from './access-list.ts';

/** Interval for removing expired records, ms. */
const sweepMS = 1000;
/**
 * Interval for comparing the list with the store, ms: detects a write whose response was lost, or another process's.
 */
const reloadMS = 30_000;

export interface KeepListDeps {
  readonly read: () => Promise<readonly AccessRecord[]>;
  /** Called every second. */
  readonly onSweep: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keeps the list current over time and across outages of the store. */
export function keepList(list: AccessList, { read, onSweep, clock, log }: KeepListDeps) {
  const closing = new AbortController();
  let reloadAt = clock.now() + reloadMS;
  let isAway = false;
  const reload = async (): Promise<void> => {
    try {
      await list.reload(read);
      reloadAt = clock.now() + reloadMS;
      isAway = false;
    } catch (error) {
      // Logged once per outage; the next sweep retries.
      if (!isAway) log.warn('the list of access cannot be compared with the store', { error });
      isAway = true;
    }
  };
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await rest(clock, sweepMS, closing.signal);
      list.removeExpired();
      onSweep();
      if (clock.now() >= reloadAt && !closing.signal.aborted) await reload();
    }
  };
  const running = run();
  return {
    /** The result of a write is unknown: compares soon. */
    doubt(): void {
      reloadAt = clock.now();
    },
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
