import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { jogTimeoutMS } from '@cellwright/domain/robot';
import { definePart, type PartContext } from '../core/part.ts';

/** End of a hold without release by the session. */
export interface Lapse {
  /** True if there was any sign of life. */
  readonly wasHeld: boolean;
  /** True if no sign of life came in time; otherwise it was released, or its client disconnected. */
  readonly isLate: boolean;
}

/** Number of ended holds that are remembered, so that their late messages start nothing. */
const remembered = 500;

interface Hold {
  readonly ownerID: string;
  readonly intervalMS: number;
  readonly onLapse: (lapse: Lapse) => void;
  deadline: number;
  wasHeld: boolean;
  cancel: () => void;
}

/**
 * Hold-to-run: a motion continues only while its heartbeats arrive. A hold that ended stays ended: its late messages
 * move nothing.
 */
export class Holds {
  private readonly open = new Map<string, Hold>();
  /** Ended holds by id, with whether they were late. */
  private readonly ended = new Map<string, boolean>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Starts a hold. False when the id is in use or was used before. `onLapse` is called once, unless the hold is closed
   * first.
   */
  start(id: string, ownerID: string, onLapse: (lapse: Lapse) => void, intervalMS: number = jogTimeoutMS): boolean {
    if (this.open.has(id) || this.ended.has(id)) return false;
    const hold: Hold = { ownerID, intervalMS, onLapse, deadline: 0, wasHeld: false, cancel: () => undefined };
    this.open.set(id, hold);
    hold.deadline = this.clock.now() + intervalMS;
    this.watch(id, hold);
    return true;
  }

  /** Records a sign of life; false when there is no open hold with this id. */
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

  /** True if it ended because no sign of life came in time. */
  wasLate(id: string): boolean {
    return this.ended.get(id) ?? false;
  }

  /** Closes a hold without a lapse, because its motion is over. */
  close(id: string): void {
    this.finish(id, false);
  }

  /** Releases at once, as if the heartbeats had stopped. */
  lapse(id: string): void {
    const hold = this.finish(id, false);
    hold?.onLapse({ wasHeld: hold.wasHeld, isLate: false });
  }

  /** Lapses all holds of a disconnected client. */
  lapseAllOf(ownerID: string): void {
    for (const [id, hold] of [...this.open]) if (hold.ownerID === ownerID) this.lapse(id);
  }

  private watch(id: string, hold: Hold): void {
    hold.cancel = this.clock.schedule(Math.max(0, hold.deadline - this.clock.now()), () => {
      if (this.clock.now() < hold.deadline) this.watch(id, hold);
      else this.lapseLate(id);
    });
  }

  private lapseLate(id: string): void {
    const hold = this.finish(id, true);
    hold?.onLapse({ wasHeld: hold.wasHeld, isLate: true });
  }

  private finish(id: string, isLate: boolean): Hold | undefined {
    const hold = this.open.get(id);
    if (!hold) return undefined;
    hold.cancel();
    this.open.delete(id);
    this.ended.set(id, isLate);
    if (this.ended.size > remembered) {
      const [oldest] = this.ended.keys();
      if (oldest !== undefined) this.ended.delete(oldest);
    }
    return hold;
  }
}

export const holdsPart = definePart({
  name: 'holds',
  start: ({ core }: PartContext<unknown>) => new Holds(realTimeOf(core.clock)),
  clientGone: (holds, { sessionID }) => holds.lapseAllOf(sessionID),
});
