/** Time that several pieces of work share within one turn of the event loop. */
export interface TurnBudget {
  /** Returns undefined while this turn has time left; else a promise for a later turn, after timers and sockets. */
  pause(): Promise<void> | undefined;
}

export interface TurnBudgetOptions {
  /** Default 5 ms. */
  readonly budgetMS?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Runs a callback in the next turn of the event loop. */
  readonly nextTurn?: (callback: () => void) => void;
}

/**
 * Creates a budget that lets a loop of promises pause: without it, a busy loop blocks timers and sockets. Call `pause`
 * before each step, and await its result if there is one.
 */
export function createTurnBudget(options: TurnBudgetOptions = {}): TurnBudget {
  const { budgetMS = 5, now = () => performance.now(), nextTurn = (callback) => void setImmediate(callback) } = options;
  let startedAt: number | undefined;
  let pausing: Promise<void> | undefined;

  const beginTurn = (): void => {
    startedAt = now();
    nextTurn(() => {
      startedAt = undefined;
    });
  };
  return {
    pause() {
      if (pausing) return pausing;
      if (startedAt === undefined) beginTurn();
      else if (now() - startedAt >= budgetMS) {
        pausing = new Promise<void>((resolve) => nextTurn(resolve)).then(() => {
          pausing = undefined;
        });
        return pausing;
      }
      return undefined;
    },
  };
}

/** Budget of all work of this process without a separate one. */
export const processTurns = createTurnBudget();
