import { type Clock, ProductError } from '@cellwright/domain/basics';
import { connectionMessages } from '../connection-messages.ts';

/** Time without a confirmation after which a stop is sent again over the same channel, ms. */
const repeatAfterMS = 500;
/** Time after which an unconfirmed stop is given up, ms. */
const giveUpAfterMS = 10_000;

/** A channel for a stop. */
export interface StopWay {
  /** Sends the stop. Rejects when it cannot be sent over this channel, or is refused. */
  send(): Promise<unknown>;
  /** Delay before the first use, ms; shorter if all earlier channels have failed. Default 0. */
  readonly afterMS?: number;
}

export interface StopHearer {
  /** Called when the robot has confirmed; nothing more is sent. */
  onConfirmed(answer: unknown): void;
  /**
   * Called when all channels have failed for the first time. The stop is repeated, except over channels that do not
   * know the sender.
   */
  onUnreachable(error: unknown): void;
}

/**
 * Sends a stop over several channels in parallel and repeats it over each until the robot confirms, also across
 * reconnections. Returns a function that ends this.
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
 * Does the same for 10 s. Resolves with the first confirmation. Rejects as soon as all channels have failed, so that
 * the user is informed; the stop is repeated anyway.
 */
export function repeatStop(ways: readonly StopWay[], clock: Clock): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancelGivingUp = clock.schedule(giveUpAfterMS, () => {
      end();
      reject(new ProductError('unavailable', connectionMessages.stopNotConfirmed));
    });
    const onConfirmed = (answer: unknown): void => {
      cancelGivingUp();
      resolve(answer);
    };
    const end = keepStopping(ways, clock, { onConfirmed, onUnreachable: reject });
  });
}
