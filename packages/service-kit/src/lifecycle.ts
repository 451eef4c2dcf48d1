import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from './clock.ts';
import type { Logger } from './logger.ts';

/** Stops one part of a service; `signal` aborts when the time for a graceful end is over. */
export type StopPart = (signal: AbortSignal) => Promise<void> | void;

export interface Lifecycle {
  /** Aborts when the stop begins. */
  readonly stopping: AbortSignal;
  /**
   * Registers a part in the order of the starts; parts stop in reverse order, one after the other.
   * @throws Error when the stop has begun: the part is then stopped immediately, and its starter must not continue.
   */
  onStop(name: string, stop: StopPart): void;
  /** Stops every part. Never rejects; a second call joins the first. Returns the names of the parts that did not stop cleanly. */
  stop(reason: string): Promise<readonly string[]>;
}

export interface LifecycleOptions {
  readonly log: Logger;
  /** Time for all parts together, in ms. Default 10 000. */
  readonly graceMs?: number;
  readonly clock?: Clock;
}

interface Part {
  readonly name: string;
  readonly stop: StopPart;
}

/** Creates the registry of a service's parts, so that it drains in order: entry points first, stores last. */
export function createLifecycle({ log, graceMs = 10_000, clock = systemClock }: LifecycleOptions): Lifecycle {
  const parts: Part[] = [];
  const stopping = new AbortController();
  let stopped: Promise<readonly string[]> | undefined;

  const stopAll = async (reason: string): Promise<readonly string[]> => {
    log.info('stopping', { reason });
    stopping.abort(new Error(`stopping: ${reason}`));
    const deadline = clock.now() + graceMs;
    const failed: string[] = [];
    for (let part = parts.pop(); part; part = parts.pop()) {
      // Every part gets at least a moment; otherwise one slow part would keep later ones from closing.
      const remainingMs = Math.max(deadline - clock.now(), 100);
      if (!(await stopPart(part, remainingMs, clock, log))) failed.push(part.name);
    }
    log.info('stopped', { reason, failed });
    return failed;
  };

  return {
    stopping: stopping.signal,
    onStop(name, stop) {
      if (!stopping.signal.aborted) return void parts.push({ name, stop });
      const before = stopped ?? Promise.resolve([]);
      const late = stopPart({ name, stop }, graceMs, clock, log);
      stopped = Promise.all([before, late]).then(([failed, isClean]) => (isClean ? failed : [...failed, name]));
      throw stopping.signal.reason;
    },
    stop: (reason) => (stopped ??= stopAll(reason)),
  };
}

async function stopPart({ name, stop }: Part, timeoutMs: number, clock: Clock, log: Logger): Promise<boolean> {
  const late = new AbortController();
  const done = new AbortController();
  const timeout = clock.sleep(timeoutMs, done.signal).then(
    () => {
      late.abort(new Error(`${name} did not stop in time`));
      throw late.signal.reason;
    },
    () => undefined,
  );
  try {
    await Promise.race([Promise.resolve().then(() => stop(late.signal)), timeout]);
    return true;
  } catch (error) {
    log.error('a part did not stop cleanly', { part: name, error });
    return false;
  } finally {
    done.abort();
  }
}
