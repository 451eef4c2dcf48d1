import type { Clock } from '@cellwright/domain/basics';
import type { CellOwner, ExternalProtocol } from '@cellwright/domain/robot';

/** One owner over all protocols: while a client has the cell, clients of other protocols cannot take it. */
export class Ownership {
  private readonly clock: Clock;
  private held: CellOwner | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get owner(): CellOwner | null {
    return this.held;
  }

  /** True if a client of another protocol has the cell. */
  isTakenFrom(protocol: ExternalProtocol): boolean {
    return this.held !== null && this.held.protocol !== protocol;
  }

  /** Makes a client the owner. Returns false while a client of another protocol is. */
  take(protocol: ExternalProtocol, peer: string): boolean {
    if (this.isTakenFrom(protocol)) return false;
    this.held = { protocol, peer, since: this.clock.wallNow().toISOString() };
    return true;
  }

  /** Ends the ownership of a protocol, if it has it. */
  release(protocol: ExternalProtocol): void {
    if (this.held?.protocol === protocol) this.held = null;
  }
}
