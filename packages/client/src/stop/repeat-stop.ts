import { type Clock, ProductError } from '@cellwright/domain';

/** A stop that is not confirmed within this time is sent again by the same way, ms. */
const repeatAfterMS = 500;
/** Until then, unless it was confirmed, ms. */
const giveUpAfterMS = 10_000;

/** One way to send a stop. */
export interface StopWay {
  /** Rejects when the stop cannot be sent this way, or is refused. */
  send(): Promise<unknown>;
  /** When it is first used, ms; earlier if all ways before it have failed. Default at once. */
  readonly afterMS?: number;
}

export interface StopHearer {
  /** The robot stops; nothing is sent any more. */
  onConfirmed(answer: unknown): void;
  /** Every way has failed, for the first time. It is repeated, except by ways that do not know the sender. */
  onUnreachable(error: unknown): void;
}

/**
 * Sends a stop by several ways side by side and repeats it by each of them until the robot confirms one, over a lost and found
 * connection too. Returns how to end that.
 */
export function keepStopping(ways: readonly StopWay[], clock: Clock, hearer: StopHearer): () => void {
  const cancels = new Set<() => void>();
  const failed = new Set<StopWay>();
  const begun = new Set<StopWay>();
  let isOver = false;

  const end = (): void => {
    isOver = true;
    for (const cancel of cancels) cancel();
    cancels.clear();
  };
  const schedule = (ms: number, callback: () => void): void => {
    const cancel = clock.schedule(ms, () => {
      cancels.delete(cancel);
      callback();
    });
    cancels.add(cancel);
  };
  const onFailure = (way: StopWay, error: unknown): void => {
    if (isOver || (failed.has(way) && failed.size === ways.length)) return;
    failed.add(way);
    if (failed.size === ways.length) hearer.onUnreachable(error);
    else for (const next of ways) if (!begun.has(next) && isBehindFailedOnes(next)) begin(next);
  };
  const isBehindFailedOnes = (way: StopWay): boolean =>
    ways.slice(0, ways.indexOf(way)).every((before) => failed.has(before));
  const send = (way: StopWay): void => {
    if (isOver) return;
    let isRefused = false;
    way.send().then(
      (answer) => {
        if (isOver) return;
        end();
        hearer.onConfirmed(answer);
      },
      (error: unknown) => {
        isRefused = error instanceof ProductError && error.code === 'authorization_required';
        onFailure(way, error);
      },
    );
    schedule(repeatAfterMS, () => isRefused || send(way));
  };
  const begin = (way: StopWay): void => {
    if (isOver || begun.has(way)) return;
    begun.add(way);
    send(way);
  };

  for (const way of ways) {
    if (way.afterMS === undefined) begin(way);
    else schedule(way.afterMS, () => begin(way));
  }
  return end;
}

/**
 * The same for 10 s. Resolves with the first confirmation. Rejects as soon as every way has failed, so that a person learns of it; the
 * stop is repeated anyway.
 */
export function repeatStop(ways: readonly StopWay[], clock: Clock): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancelGivingUp = clock.schedule(giveUpAfterMS, () => {
      end();
      reject(new ProductError('unavailable', 'The robot did not confirm the stop. Use the emergency stop'));
    });
    const onConfirmed = (answer: unknown): void => {
      cancelGivingUp();
      resolve(answer);
    };
    const end = keepStopping(ways, clock, { onConfirmed, onUnreachable: reject });
  });
}
