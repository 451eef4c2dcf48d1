import { type Clock, ProductError } from '@cellwright/domain/basics';
import { clientClock } from '../clock.ts';
import type { Page } from '../entities/entity-client.ts';
import type { LiveClient } from './live-client.ts';

/** Time within which changes are combined into one request, ms. */
const settleMS = 50;
/** Delay after a failed find, ms. */
const retryAfterMS = 1000;

export interface LiveFindOptions<T> {
  /** Entity whose changes make the page outdated, such as 'globalSpace'. */
  readonly entity: string;
  /** Loads the page, such as `(signal) => cell.globalSpace.find({ limit: 50 }, signal)`. */
  find(signal: AbortSignal): Promise<Page<T>>;
  readonly clock?: Clock;
}

/** A find whose page is kept current. */
export interface LiveFind<T> {
  /** The last page of the cell; undefined before the first. */
  readonly page: Page<T> | undefined;
  /** Reason why the page could not be loaded; undefined after the next success. */
  readonly error: ProductError | undefined;
  /** False while the page may be outdated: a change is being loaded, or the connection is lost. */
  readonly isCurrent: boolean;
  /** Subscribes to changes of these properties; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/**
 * Loads a page, and again whenever its entity changes or changes may have been missed. At most one request is in
 * progress, however fast the changes; the last answer is never older than the last change.
 */
export function watchFind<T>(live: LiveClient, options: LiveFindOptions<T>): LiveFind<T> {
  const clock = options.clock ?? clientClock;
  const listeners = new Set<() => void>();
  const aborter = new AbortController();
  let page: Page<T> | undefined;
  let error: ProductError | undefined;
  let isAsking = false;
  let isOld = true;
  let cancelTimer: (() => void) | undefined;

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const askIn = (ms: number): void => {
    if (isAsking || aborter.signal.aborted) return;
    cancelTimer ??= clock.schedule(ms, () => {
      cancelTimer = undefined;
      void ask();
    });
  };
  const ask = async (): Promise<void> => {
    isAsking = true;
    isOld = false;
    try {
      page = await options.find(aborter.signal);
      error = undefined;
    } catch (cause) {
      isOld = true;
      error = toProductError(cause);
    }
    isAsking = false;
    if (aborter.signal.aborted) return;
    if (isOld) askIn(error ? retryAfterMS : settleMS);
    tell();
  };
  const markOld = (): void => {
    isOld = true;
    askIn(settleMS);
    tell();
  };
  const stopListening = live.listen({
    onChange: ({ entity }) => entity === options.entity && markOld(),
    onReset: (entity) => (entity === undefined || entity === options.entity) && markOld(),
    onState: tell,
  });
  void ask();

  return {
    get page() {
      return page;
    },
    get error() {
      return error;
    },
    get isCurrent() {
      return page !== undefined && !isOld && !isAsking && live.state === 'connected';
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      aborter.abort();
      cancelTimer?.();
      stopListening();
      listeners.clear();
    },
  };
}

function toProductError(cause: unknown): ProductError {
  if (cause instanceof ProductError) return cause;
  return new ProductError('unavailable', 'The list could not be requested', undefined, { cause });
}
