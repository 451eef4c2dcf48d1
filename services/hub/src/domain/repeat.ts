import { type Clock, rest } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';

export interface RepeatOptions {
  /** Name for the log. */
  readonly name: string;
  readonly intervalMS: number;
  readonly act: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Repeats an act until the returned function is called, which awaits the act in progress. A failure is logged. */
export function repeat({ name, intervalMS, act, clock, log }: RepeatOptions): () => Promise<void> {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await act().catch((error: unknown) =>
        log.warn('a repeated task failed; it will be tried again', { name, error }),
      );
      await rest(clock, intervalMS, stopping.signal);
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
