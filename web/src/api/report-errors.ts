import type { Clock } from '@cellwright/domain';

/** The same error is reported once within this time, ms. */
const sameWithinMS = 60_000;
/** What is longer is cut, characters: as long as a notification may be. */
const longest = 2000;

/** Reports errors that were shown, each once a minute: a line that fails every second fills no list. */
export function createErrorReporter(clock: Pick<Clock, 'now'>, report: (text: string) => Promise<void>) {
  const reportedAt = new Map<string, number>();
  return async (text: string): Promise<void> => {
    const now = clock.now();
    for (const [known, at] of reportedAt) if (now - at >= sameWithinMS) reportedAt.delete(known);
    const cut = text.slice(0, longest);
    if (reportedAt.has(cut)) return;
    reportedAt.set(cut, now);
    try {
      await report(cut);
    } catch (error) {
      // It was shown; a report that fails must not show another one.
      console.warn('An error that was shown could not be reported', error);
    }
  };
}
