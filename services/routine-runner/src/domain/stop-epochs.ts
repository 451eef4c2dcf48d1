/** How many epochs are reserved ahead in the store, so that a stop never waits for it. */
const reservedAhead = 1000;

/** Keeps the highest epoch that may have been used, so that a restarted runner begins above it. */
export interface EpochStore {
  /** The highest reserved epoch, 0 when none was. */
  load(): Promise<number>;
  /** Raises the reservation; never lowers it. */
  reserve(ceiling: number): Promise<void>;
}

/**
 * The stop epochs of one session. Every stop starts a new one; commands carry the epoch they were given in, and
 * whoever executes them drops those of an older one. Numbers only grow, across restarts too.
 */
export class StopEpochs {
  private epoch = 0;
  private reservedTo = 0;
  private isReserving = false;
  private abort = new AbortController();
  private readonly store: EpochStore;
  private readonly onChange: (epoch: number) => void;

  constructor(store: EpochStore, onChange: (epoch: number) => void) {
    this.store = store;
    this.onChange = onChange;
  }

  get current(): number {
    return this.epoch;
  }

  /** Aborts when this epoch ends. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Begins above everything an earlier runner may have used. A store that does not answer only loses that guarantee. */
  async begin(): Promise<void> {
    this.raiseAbove(await this.store.load());
  }

  /** Starts a new epoch at once and aborts what belongs to the old one. */
  next(): number {
    this.epoch += 1;
    const ended = this.abort;
    this.abort = new AbortController();
    this.onChange(this.epoch);
    this.reserveAhead();
    ended.abort(new EpochEnded());
    return this.epoch;
  }

  /** A peer (the controller) knows a higher epoch than we do: the next one is above it. */
  raiseAbove(epoch: number): void {
    if (epoch < this.epoch) return;
    this.epoch = epoch;
    this.next();
  }

  private reserveAhead(): void {
    if (this.isReserving || this.epoch + reservedAhead / 2 < this.reservedTo) return;
    const ceiling = this.epoch + reservedAhead;
    this.isReserving = true;
    this.store
      .reserve(ceiling)
      .then(
        () => {
          this.reservedTo = ceiling;
        },
        // The next stop tries again; a stop itself waits for nothing.
        () => undefined,
      )
      .finally(() => {
        this.isReserving = false;
      });
  }
}

/** Why the signal of an epoch aborted: a stop came. */
export class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
  constructor() {
    super('a stop came');
  }
}
