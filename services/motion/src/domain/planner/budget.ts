/** Maximum work of a plan; the first limit ends it. Checks are counted, so they end a plan at the same place. */
export interface Budget {
  /** Maximum number of checked configurations. */
  readonly checks?: number;
  readonly milliseconds?: number;
}

/** Monitors of a plan: a monotonic clock in milliseconds, and the cancellation by the caller. */
export interface Watch {
  readonly clock?: () => number;
  readonly isCancelled?: () => boolean;
}

/** Measures one part of the work against its budget, from construction on. */
export class Meter {
  private readonly startedAt: number;
  private readonly checksBefore: number;
  private readonly budget: Budget;
  private readonly watch: Watch;
  private readonly counter: { readonly checks: number };

  constructor(budget: Budget, watch: Watch, counter: { readonly checks: number }) {
    this.budget = budget;
    this.watch = watch;
    this.counter = counter;
    this.startedAt = watch.clock?.() ?? 0;
    this.checksBefore = counter.checks;
  }

  get checks(): number {
    return this.counter.checks - this.checksBefore;
  }

  get milliseconds(): number {
    return (this.watch.clock?.() ?? 0) - this.startedAt;
  }

  get isCancelled(): boolean {
    return this.watch.isCancelled?.() ?? false;
  }

  get isSpent(): boolean {
    const { checks = Number.POSITIVE_INFINITY, milliseconds = Number.POSITIVE_INFINITY } = this.budget;
    return this.checks >= checks || this.milliseconds >= milliseconds || this.isCancelled;
  }
}
