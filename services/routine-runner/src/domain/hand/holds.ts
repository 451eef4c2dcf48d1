import { type Clock, jogTimeoutMS } from '@cellwright/domain';

/** How many ended holds are remembered, so that late messages of theirs start nothing. */
const remembered = 500;

interface Hold {
  readonly ownerID: string;
  readonly intervalMS: number;
  readonly onLapse: (wasHeld: boolean) => void;
  deadline: number;
  wasHeld: boolean;
  cancel: () => void;
}

/**
 * Hold-to-run: what is held goes on only while heartbeats for it arrive. A hold that ended stays ended: a late message
 * of it moves nothing.
 */
export class Holds {
  private readonly open = new Map<string, Hold>();
  private readonly ended = new Set<string>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * False when the id is in use or was used before. `onLapse` is called once, unless the hold is closed first, and hears
   * whether there was any sign of life at all.
   */
  start(id: string, ownerID: string, onLapse: (wasHeld: boolean) => void, intervalMS: number = jogTimeoutMS): boolean {
    if (this.open.has(id) || this.ended.has(id)) return false;
    const hold: Hold = { ownerID, intervalMS, onLapse, deadline: 0, wasHeld: false, cancel: () => undefined };
    this.open.set(id, hold);
    hold.deadline = this.clock.now() + intervalMS;
    this.watch(id, hold);
    return true;
  }

  /** A sign of life; false when nothing of this id is held any more. */
  beat(id: string): boolean {
    const hold = this.open.get(id);
    if (!hold) return false;
    hold.deadline = this.clock.now() + hold.intervalMS;
    hold.wasHeld = true;
    return true;
  }

  isOpen(id: string): boolean {
    return this.open.has(id);
  }

  wasUsed(id: string): boolean {
    return this.open.has(id) || this.ended.has(id);
  }

  /** Ends a hold without a lapse: what was held is over. */
  close(id: string): void {
    const hold = this.open.get(id);
    if (!hold) return;
    hold.cancel();
    this.open.delete(id);
    this.remember(id);
  }

  /** Lets go at once, as if the heartbeats had stopped. */
  lapse(id: string): void {
    const hold = this.open.get(id);
    if (!hold) return;
    this.close(id);
    hold.onLapse(hold.wasHeld);
  }

  /** Everything somebody holds lapses: their connection is gone. */
  lapseAllOf(ownerID: string): void {
    for (const [id, hold] of [...this.open]) if (hold.ownerID === ownerID) this.lapse(id);
  }

  private watch(id: string, hold: Hold): void {
    hold.cancel = this.clock.schedule(Math.max(0, hold.deadline - this.clock.now()), () => {
      if (this.clock.now() < hold.deadline) this.watch(id, hold);
      else this.lapse(id);
    });
  }

  private remember(id: string): void {
    this.ended.add(id);
    if (this.ended.size <= remembered) return;
    const [oldest] = this.ended;
    if (oldest !== undefined) this.ended.delete(oldest);
  }
}
