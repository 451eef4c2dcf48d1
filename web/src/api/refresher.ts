import type { Clock } from '@cellwright/domain';

/** Changes that come within this time are asked for once, ms. */
const settleMS = 100;

/** Refreshes what was noted: each once, however often it was noted meanwhile, and never before the last time is done. */
export function createRefresher(clock: Pick<Clock, 'schedule'>, refresh: (entity: string) => Promise<void>) {
  const noted = new Set<string>();
  let cancelTimer: (() => void) | undefined;
  let isStopped = false;
  let isBusy = false;
  const schedule = (): void => {
    if (isBusy || isStopped || noted.size === 0) return;
    cancelTimer ??= clock.schedule(settleMS, () => void run());
  };
  const run = async (): Promise<void> => {
    cancelTimer = undefined;
    isBusy = true;
    const names = [...noted];
    noted.clear();
    // What a query could not be asked for, its screen shows.
    await Promise.allSettled(names.map(refresh));
    isBusy = false;
    schedule();
  };
  return {
    note(entity: string): void {
      noted.add(entity);
      schedule();
    },
    stop(): void {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
