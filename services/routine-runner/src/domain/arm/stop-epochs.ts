/** Number of epochs reserved ahead in the store, so that a stop never waits for it. */
const reservedAhead = 1000;

/** Stores an epoch above all used ones, so that a restarted runner starts above them. */
export interface EpochStore {
  /** Returns the highest reserved epoch, 0 without one. */
  load(): Promise<number>;
  /** Raises the reservation; never lowers it. */
  reserve(ceiling: number): Promise<void>;
}

/**
 * The stop epochs of one session. Every stop starts a new one; commands carry the epoch of their sender, and their
 * receiver drops those of an older one. Numbers only grow, across restarts too.
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

  /** Signal that aborts when this epoch ends. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /**
   * Starts above everything an earlier runner may have used. @throws the error of the store; numbers then start at
   * their current value.
   */
  async begin(): Promise<void> {
    const reserved = await this.store.load();
    if (reserved >= this.epoch) this.enter(reserved + 1);
  }

  /** Starts a new epoch at once and aborts everything of the old one. */
  next(): number {
    this.enter(this.epoch + 1);
    return this.epoch;
  }

  /** Adopts the epoch of a controller that stopped by itself, or has a higher number. */
  adopt(epoch: number): void {
    if (epoch > this.epoch) this.enter(epoch);
  }

  private enter(epoch: number): void {
    this.epoch = epoch;
    const ended = this.abort;
    this.abort = new AbortController();
    this.onChange(epoch);
    this.reserveAhead();
    ended.abort(new EpochEnded());
  }

  private reserveAhead(): void {
    if (this.isReserving || this.epoch + reservedAhead / 2 < this.reservedTo) return;
    const ceiling = this.epoch + reservedAhead;
    this.isReserving = true;
    const settle = (reservedTo: number) => {
      this.reservedTo = reservedTo;
      this.isReserving = false;
    };
    // Failed: the next stop tries again. A stop itself waits for nothing.
    this.store.reserve(ceiling).then(
      () => settle(ceiling),
      () => settle(this.reservedTo),
    );
  }
}

/** Reason of the abort of an epoch's signal: a stop came. */
class EpochEnded extends Error {
  override readonly name = 'EpochEnded';
  constructor() {
    super('a stop came');
  }
}
