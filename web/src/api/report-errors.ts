import type { Clock } from '@cellwright/domain/basics';

/** The same error is reported once within this time, ms. */
const sameWithinMS = 60_000;
/** Maximum length of a reported text, characters; the maximum of a notification. */
const longest = 2000;

/**
 * Returns a reporter of shown errors. It reports the same error once a minute, so that a repeated error does not fill
 * the list.
 */
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
      // The error itself was shown; a failed report must not show another one.
      console.warn('An error that was shown could not be reported', error);
    }
  };
}
