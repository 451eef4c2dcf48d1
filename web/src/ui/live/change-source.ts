/** Source of values that change many times a second and are shown without React renders. */
export interface ChangeSource {
  /** Calls the listener after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/** Clock of a paced source; tests pass their own. */
export interface PaceClock {
  now(): number;
  wait(forMS: number, then: () => void): () => void;
}

const browserClock: PaceClock = {
  now: () => performance.now(),
  wait(forMS, then) {
    const timer = setTimeout(then, forMS);
    return () => clearTimeout(timer);
  },
};

/** In a stream the next change arrives sooner than this, ms: 30 per second, and a margin for a late one. */
const soonMS = 45;

/**
 * Returns a source that notifies about every `intervalMS`, always with the newest change: displayed numbers need no 30
 * updates per second. It notifies with the first change after an interval has begun, so that a change needs one task
 * and one frame; if none arrives soon, it notifies by itself. All listeners are notified together. A source with
 * another `phaseMS` and the same interval runs in other frames.
 */
export function paceSource(
  source: ChangeSource,
  { intervalMS, phaseMS = 0 }: { readonly intervalMS: number; readonly phaseMS?: number },
  clock: PaceClock = browserClock,
): ChangeSource {
  const listeners = new Set<() => void>();
  const slotAt = (time: number) => Math.floor((time - phaseMS) / intervalMS);
  let slot = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;
  const tell = () => {
    cancel?.();
    cancel = undefined;
    slot = slotAt(clock.now());
    for (const listener of [...listeners]) listener();
  };
  const hear = () => {
    const now = clock.now();
    if (slotAt(now) > slot) tell();
    else cancel ??= clock.wait((slot + 1) * intervalMS + phaseMS + soonMS - now, tell);
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      unsubscribe ??= source.subscribe(hear);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe?.();
        cancel?.();
        unsubscribe = undefined;
        cancel = undefined;
      };
    },
  };
}
