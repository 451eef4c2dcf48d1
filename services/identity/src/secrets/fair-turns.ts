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
  /** Maximum number of them for untrusted sources. Default: all. */
  readonly maxRunningUntrusted?: number;
  /** Maximum number of waiting jobs of one source. */
  readonly maxWaitingPerSource: number;
  /** Maximum number of waiting jobs of all untrusted sources together. */
  readonly maxWaitingUntrusted: number;
}

export type RunInTurn = <T>(applicant: Applicant, job: () => Promise<T>) => Promise<T>;

/**
 * Runs jobs a few at a time. Trusted sources go first; within each class the sources take turns, so that a source with
 * many jobs delays only itself. When too many untrusted jobs wait, the source with most of them loses its newest.
 * @throws ProductError rate_limited, as the promise's rejection, when too many jobs wait already.
 */
export function createFairTurns(options: FairTurnsOptions): RunInTurn {
  const { maxRunning, maxRunningUntrusted = maxRunning, maxWaitingPerSource, maxWaitingUntrusted } = options;
  const running = { trusted: 0, untrusted: 0 };
  const trusted = new SourceQueues();
  const untrusted = new SourceQueues();

  const isFree = (isTrusted: boolean): boolean =>
    running.trusted + running.untrusted < maxRunning && (isTrusted || running.untrusted < maxRunningUntrusted);
  const takeTurn = ({ source, isTrusted }: Applicant): Promise<void> => {
    if (isFree(isTrusted)) {
      running[isTrusted ? 'trusted' : 'untrusted'] += 1;
      return Promise.resolve();
    }
    const queues = isTrusted ? trusted : untrusted;
    const waiting = queues.waitingOf(source);
    const isFull = !isTrusted && untrusted.size >= maxWaitingUntrusted && !untrusted.makeRoomFor(waiting);
    if (isFull || waiting >= maxWaitingPerSource) return Promise.reject(tooMany());
    return new Promise((start, refuse) => queues.add(source, { start, refuse: () => refuse(tooMany()) }));
  };
  const passOn = ({ isTrusted }: Applicant): void => {
    running[isTrusted ? 'trusted' : 'untrusted'] -= 1;
    for (const [queues, kind] of [[trusted, 'trusted'] as const, [untrusted, 'untrusted'] as const]) {
      const next = isFree(kind === 'trusted') ? queues.shift() : undefined;
      if (!next) continue;
      running[kind] += 1;
      next.start();
    }
  };
  return async (applicant, job) => {
    await takeTurn(applicant);
    try {
      return await job();
    } finally {
      passOn(applicant);
    }
  };
}

function tooMany(): ProductError {
  return new ProductError('rate_limited', 'Too many sign-ins at the same time. Try again in 1 s', {
    retryAfterSeconds: 1,
  });
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** One queue per source, served in rotation. */
class SourceQueues {
  private readonly queues = new Map<string, Waiting[]>();
  size = 0;

  waitingOf(source: string): number {
    return this.queues.get(source)?.length ?? 0;
  }

  add(source: string, job: Waiting): void {
    const queue = this.queues.get(source);
    if (queue) queue.push(job);
    else this.queues.set(source, [job]);
    this.size += 1;
  }

  /** Refuses the newest job of the source with the most, for a source with this number. False if that is as many. */
  makeRoomFor(waiting: number): boolean {
    const longest = [...this.queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= waiting + 1) return false;
    longest.pop()?.refuse();
    this.size -= 1;
    return true;
  }

  /** Removes and returns the oldest job of the source whose turn it is. */
  shift(): Waiting | undefined {
    const [first] = this.queues;
    if (!first) return undefined;
    const [source, queue] = first;
    const job = queue.shift();
    this.queues.delete(source);
    if (queue.length > 0) this.queues.set(source, queue);
    this.size -= 1;
    return job;
  }
}
