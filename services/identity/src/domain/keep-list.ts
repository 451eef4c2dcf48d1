import { type Clock, rest } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { AccessList, AccessRecord } from './access-list.ts';

/** How often expired records are taken out. */
const sweepMS = 1000;
/** How often the list is compared with the store: a write whose answer got lost, or another process's, shows by then. */
const reloadMS = 30_000;

export interface KeepListDeps {
  readonly read: () => Promise<readonly AccessRecord[]>;
  /** Called every second. */
  readonly onSweep: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keeps the list true while time passes, and while the store comes and goes. */
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
      // Once per outage; the next sweep tries again.
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
    /** What the store did is not known: compares soon. */
    doubt(): void {
      reloadAt = clock.now();
    },
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
