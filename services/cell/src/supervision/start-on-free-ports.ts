import type { Lifecycle, Logger } from '@cellwright/service-kit';
import { PortTakenError } from './port-taken-error.ts';
import { createStopGroups } from './stop-groups.ts';

const attempts = ['first start', 'second start', 'third start'] as const;

export interface StartOptions {
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** Port chosen by the user: no other is tried. 0 for none. */
  readonly fixedPort: number;
}

/**
 * Starts the parts of a cell; if another program has occupied one of their ports in the meantime, stops them and starts
 * again on other ports.
 */
export async function startOnFreePorts<Started>(
  start: (lifecycle: Lifecycle) => Promise<Started>,
  { lifecycle, log, fixedPort }: StartOptions,
): Promise<Started> {
  const attemptLifecycle = createStopGroups(lifecycle, attempts, log);
  for (const [index, name] of attempts.entries()) {
    const parts = attemptLifecycle(name);
    try {
      return await start(parts);
    } catch (error) {
      const isLast = index === attempts.length - 1;
      if (!(error instanceof PortTakenError) || error.port === fixedPort || isLast || lifecycle.stopping.aborted) {
        throw error;
      }
      log.warn('another program took a port of the cell; starting again on other ports', { port: error.port });
      await parts.stop('a port was taken');
    }
  }
  throw new Error('every attempt returns or throws');
}
