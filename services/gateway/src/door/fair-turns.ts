/** Tasks of one client, started in their order. */
export interface Lane {
  readonly waiting: number;
  /** Starts immediately if the queue is empty and this turn of the event loop has time left, otherwise in its turn. */
  push(task: () => void): void;
  /** Starts no task until `resume`. */
  pause(): void;
  resume(): void;
  /** Drops waiting tasks. */
  close(): void;
}

export interface FairTurns {
  openLane(): Lane;
  /** Number of waiting tasks in all lanes. */
  readonly waiting: number;
}

export interface FairTurnsOptions {
  /** Time for tasks within one turn of the event loop. Default 5 ms. */
  readonly budgetMS?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Runs a callback in the next turn of the event loop. */
  readonly nextTurn?: (callback: () => void) => void;
}

/**
 * Shares the event loop among clients: lanes take turns, one task each, and after some milliseconds everything else in
 * the process gets its turn.
 */
export function createFairTurns(options: FairTurnsOptions = {}): FairTurns {
  const { budgetMS = 5, now = () => performance.now(), nextTurn = (callback) => void setImmediate(callback) } = options;
  /** Lanes with waiting tasks, in the order of their turns. */
  const ready = new Set<LaneState>();
  let total = 0;
  let spentMS = 0;
  let isTurnPlanned = false;

  const run = (task: () => void): void => {
    const startedAt = now();
    try {
      task();
    } finally {
      spentMS += now() - startedAt;
      planTurn();
    }
  };
  const takeTurn = (): void => {
    isTurnPlanned = false;
    spentMS = 0;
    while (spentMS < budgetMS) {
      const [lane] = ready;
      if (!lane) return;
      ready.delete(lane);
      const task = lane.tasks.shift();
      if (!task) continue;
      total--;
      if (lane.tasks.length > 0) ready.add(lane);
      run(task);
    }
  };
  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    nextTurn(takeTurn);
  };
  const setReady = (lane: LaneState): void => {
    if (lane.isPaused || lane.tasks.length === 0) return void ready.delete(lane);
    ready.add(lane);
    planTurn();
  };

  return {
    get waiting() {
      return total;
    },
    openLane() {
      const lane: LaneState = { tasks: [], isPaused: false };
      return {
        get waiting() {
          return lane.tasks.length;
        },
        push(task) {
          if (!lane.isPaused && ready.size === 0 && spentMS < budgetMS) return run(task);
          lane.tasks.push(task);
          total++;
          setReady(lane);
        },
        pause() {
          lane.isPaused = true;
          setReady(lane);
        },
        resume() {
          lane.isPaused = false;
          setReady(lane);
        },
        close() {
          total -= lane.tasks.length;
          lane.tasks.length = 0;
          setReady(lane);
        },
      };
    },
  };
}

interface LaneState {
  readonly tasks: (() => void)[];
  isPaused: boolean;
}
