import type { Clock } from '@cellwright/domain/basics';

/** Changes within this time are refreshed together, ms. */
const settleMS = 100;

/** Refreshes changed entities: each once per batch of changes, and one batch at a time. */
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
    // A failed query shows its own error on its screen.
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
