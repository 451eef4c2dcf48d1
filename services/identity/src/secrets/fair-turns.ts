import { ProductError } from '@cellwright/domain/basics';

/** Identity of an applicant for a turn. */
export interface Applicant {
  /** Address of a client, or another value that one client cannot multiply. */
  readonly source: string;
  /** True if this source has authenticated before: it takes precedence. */
  readonly isTrusted: boolean;
}

export interface FairTurnsOptions {
  /** Maximum number of jobs that run at the same time. */
  readonly maxRunning: number;
  /** Maximum number of waiting jobs of one source. */
  readonly maxWaitingPerSource: number;
  /** Maximum number of waiting jobs of all untrusted sources together. */
  readonly maxWaitingUntrusted: number;
}

type RunInTurn = <T>(applicant: Applicant, job: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs a few at a time. Trusted sources go first; within each class the sources take turns, so that a source with
 * many jobs delays only itself.
 * @throws ProductError rate_limited, as the promise's rejection, when too many jobs wait already.
 */
export function createFairTurns({ maxRunning, maxWaitingPerSource, maxWaitingUntrusted }: FairTurnsOptions): RunInTurn {
  let running = 0;
  const trusted = new SourceQueues();
  const untrusted = new SourceQueues();

  const takeTurn = ({ source, isTrusted }: Applicant): Promise<void> => {
    if (running < maxRunning) {
      running += 1;
      return Promise.resolve();
    }
    const queues = isTrusted ? trusted : untrusted;
    const isFull = !isTrusted && untrusted.size >= maxWaitingUntrusted;
    if (isFull || queues.waitingOf(source) >= maxWaitingPerSource) return Promise.reject(tooMany());
    return new Promise((resolve) => queues.add(source, resolve));
  };
  const passOn = (): void => {
    const next = trusted.shift() ?? untrusted.shift();
    if (next) next();
    else running -= 1;
  };
  return async (applicant, job) => {
    await takeTurn(applicant);
    try {
      return await job();
    } finally {
      passOn();
    }
  };
}

function tooMany(): ProductError {
  return new ProductError('rate_limited', 'Too many sign-ins at the same time. Try again in 1 s', {
    retryAfterSeconds: 1,
  });
}

/** One queue per source, served in rotation. */
class SourceQueues {
  private readonly queues = new Map<string, (() => void)[]>();
  size = 0;

  waitingOf(source: string): number {
    return this.queues.get(source)?.length ?? 0;
  }

  add(source: string, start: () => void): void {
    const queue = this.queues.get(source);
    if (queue) queue.push(start);
    else this.queues.set(source, [start]);
    this.size += 1;
  }

  /** Removes and returns the oldest job of the source whose turn it is. */
  shift(): (() => void) | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [source, queue] = first;
    const start = queue.shift();
    this.queues.delete(source);
    if (queue.length > 0) this.queues.set(source, queue);
    this.size -= 1;
    return start;
  }
}
