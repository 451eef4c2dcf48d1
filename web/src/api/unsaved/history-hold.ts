/** The parts of a window that move through its history. */
export interface HistoryView {
  readonly history: Pick<History, 'state' | 'go'>;
}

type Pop = Pick<PopStateEvent, 'state' | 'stopImmediatePropagation'>;

/**
 * Keeps the address unchanged while a question about leaving is open: the router tracks one history step at a time and
 * would lose count at a second one.
 */
export class HistoryHold {
  private readonly view: HistoryView;
  private questions = 0;
  private heldAt = 0;
  /** The router undoes its step before the next question, which was asked meanwhile, is answered. */
  private letsNextPass = false;

  constructor(view: HistoryView) {
    this.view = view;
  }

  /** Holds the address until the returned function is called. */
  take(): () => void {
    if (this.questions === 0) {
      this.heldAt = entryIndex(this.view.history.state);
      this.letsNextPass = false;
    }
    this.questions += 1;
    return () => {
      this.questions -= 1;
      this.letsNextPass = this.questions > 0;
    };
  }

  /** Must be called before the router receives a step. */
  readonly onPop = (event: Pop): void => {
    if (this.questions === 0) return;
    if (this.letsNextPass) {
      this.letsNextPass = false;
      this.heldAt = entryIndex(event.state);
      return;
    }
    event.stopImmediatePropagation();
    const steps = this.heldAt - entryIndex(event.state);
    if (steps !== 0) this.view.history.go(steps);
  };
}

/** Returns the index of an entry in the history, as the router counts it. */
function entryIndex(state: unknown): number {
  return Number(Object(state).__TSR_index ?? 0);
}
