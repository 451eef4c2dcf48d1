import { clientClock } from '@cellwright/client';
import { onErrorShown } from '../ui/toasts.ts';
import { cell } from './cell.ts';
import { createErrorReporter } from './report-errors.ts';
import { robots } from './robots.ts';

/**
 * Reports every error that a screen shows as a notification, for later diagnosis. Returns a function that unsubscribes.
 */
export function reportShownErrors(): () => void {
  const report = createErrorReporter(clientClock, async (failureReason) => {
    await cell.notifications.create({ kind: 'toast', failureReason, robotKind: robots.kind });
  });
  return onErrorShown((text) => void report(text));
}
