/** Something that changes many times a second and is shown past React: no render of a component for each change. */
export interface ChangeSource {
  /** Calls the listener after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/** When a source that is paced looks and waits; tests pass their own. */
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

/** In a stream the next change comes sooner than this: 30 a second, and room for a late one. */
const soonMS = 45;

/**
 * A source that tells of changes about every `intervalMS`, the newest always: numbers that people read need no 30 a
 * second. It tells with the first change after an interval has begun, so that a change is one task and one picture; where
 * none comes soon, by itself. All listeners are told together. With another `phaseMS`, a second one of the same pace does
 * not do its work in the same frame.
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
