import { ProductError } from '@cellwright/domain/basics';
import { proofRefusals } from '@cellwright/domain/runner-socket';

export interface Turns {
  /**
   * Resolves with a function that ends the turn, to be called once, after all earlier requests had their turn.
   * @throws ProductError conflict when too many wait or the turn does not come in time, unavailable when the caller
   * disconnects or everything ends.
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Refuses all waiting and further requests. */
  close(): void;
}

/** One at a time, in the order of requests; waits are limited in number and in time, s. */
export function createTurns(maxWaiting: number, longestWaitSeconds: number): Turns {
  const waiting = new Set<{ readonly begin: () => void; readonly giveUp: () => void }>();
  let isTaken = false;
  let isClosed = false;
  const release = () => {
    isTaken = false;
    const [next] = waiting;
    if (isClosed || !next) return;
    isTaken = true;
    next.begin();
  };
  const wait = (signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        waiting.delete(entry);
      };
      const refuse = (refusal: ProductError) => {
        leave();
        reject(refusal);
      };
      const giveUp = () => refuse(brokeOff());
      const begin = () => {
        leave();
        resolve(release);
      };
      const entry = { begin, giveUp };
      const timer = setTimeout(() => refuse(busy()), longestWaitSeconds * 1000);
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(entry);
    });
  return {
    async take(signal) {
      if (isClosed || signal.aborted) throw brokeOff();
      if (isTaken) {
        if (waiting.size >= maxWaiting) throw busy();
        return wait(signal);
      }
      isTaken = true;
      return release;
    },
    close() {
      isClosed = true;
      for (const { giveUp } of [...waiting]) giveUp();
    },
  };
}

const busy = () => new ProductError('conflict', proofRefusals.busy);
const brokeOff = () => new ProductError('unavailable', proofRefusals.brokeOff);
