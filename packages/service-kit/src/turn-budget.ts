/** Time that several pieces of work share within one turn of the event loop. */
export interface TurnBudget {
  /** Undefined while this turn has time left; else resolves in a later turn, after timers and sockets had theirs. */
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
 * Lets a loop of promises rest: without it, one that always has something to do keeps timers and sockets waiting. Ask
 * before each step, and await the answer if there is one.
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

/** For all work of this process that has no budget of its own. */
export const processTurns = createTurnBudget();
