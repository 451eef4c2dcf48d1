import type { Clock } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { Clients } from './clients.ts';

/** Minimum interval between reports, ms. */
const reportEveryMS = 5000;
/** Minimum interval between reports of the same secret, ms. */
const sameAfterMS = 60_000;
const maxUses = 10_000;

/**
 * Reports to identity periodically which secrets were used. Failed reports are dropped: the data is only informative.
 */
export function reportUse(identity: Clients['identity'], clock: Clock, log: Logger) {
  const uses = new Map<string, string>();
  const toldAt = new Map<string, number>();
  let cancelTimer: (() => void) | undefined;
  const report = async (): Promise<void> => {
    cancelTimer = undefined;
    const told = [...uses].map(([secretHash, usedAt]) => ({ secretHash, usedAt }));
    uses.clear();
    try {
      await identity.reportUse({ uses: told });
    } catch (error) {
      log.debug('the last uses of tokens are not noted', { error });
    }
  };
  return {
    note(secretHash: string): void {
      const told = toldAt.get(secretHash);
      if (uses.size >= maxUses || (told !== undefined && clock.now() - told < sameAfterMS)) return;
      if (toldAt.size >= maxUses) toldAt.clear();
      toldAt.set(secretHash, clock.now());
      uses.set(secretHash, clock.wallNow().toISOString());
      cancelTimer ??= clock.schedule(reportEveryMS, () => void report());
    },
    close: () => cancelTimer?.(),
  };
}
