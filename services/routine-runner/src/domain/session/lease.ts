import type { Clock } from '@cellwright/domain/basics';

/** The client in whose name a program takes the robot. */
export interface TakenBy {
  readonly name: string;
  readonly subjectID?: string | undefined;
}

/** A holder that gives no sign of life for this long loses the arm, ms. */
export const leaseSilenceMS = 2000;

export interface Lease {
  readonly holderID: string;
  readonly holderName: string;
  readonly sequence: number;
}

export type LeaseResult = { readonly ok: true; readonly lease: Lease } | { readonly ok: false; readonly heldBy: Lease };

/**
 * Control of the arm. One holder at a time, with a sequence number that grows with every change of holder; it ends 2 s
 * (monotonic) after the holder's last sign of life, unless one of its calls is still being answered.
 */
export class ControlLease {
  private lease: Lease | null = null;
  private sequence = 0;
  private lastSign = 0;
  private openCalls = 0;
  private cancelExpiry: () => void = () => undefined;
  private readonly clock: Clock;
  private readonly onChange: (lease: Lease | null) => void;

  constructor(clock: Clock, onChange: (lease: Lease | null) => void) {
    this.clock = clock;
    this.onChange = onChange;
  }

  get current(): Lease | null {
    return this.lease;
  }

  /** Takes the arm when it is free; the holder itself keeps its lease and sequence. */
  acquire(holderID: string, holderName: string): LeaseResult {
    if (this.lease && this.lease.holderID !== holderID) return { ok: false, heldBy: this.lease };
    if (this.lease) {
      this.signOfLife(holderID);
      return { ok: true, lease: this.lease };
    }
    return { ok: true, lease: this.grant(holderID, holderName) };
  }

  /** Takes the arm from its holder. The caller has stopped the arm first. */
  takeOver(holderID: string, holderName: string): Lease {
    if (this.lease?.holderID === holderID) {
      this.signOfLife(holderID);
      return this.lease;
    }
    return this.grant(holderID, holderName);
  }

  /** Gives the arm back; false when the caller does not hold it. */
  release(holderID: string): boolean {
    if (this.lease?.holderID !== holderID) return false;
    this.end();
    return true;
  }

  /** Every message of the holder is a sign of life. */
  signOfLife(holderID: string): void {
    if (this.lease?.holderID !== holderID) return;
    this.lastSign = this.clock.now();
  }

  /** A call of the holder is being answered until the returned function is called: the holder waits, it is not gone. */
  openCall(holderID: string): () => void {
    const lease = this.lease;
    if (lease?.holderID !== holderID) return () => undefined;
    this.openCalls += 1;
    let isOpen = true;
    return () => {
      if (!isOpen || this.lease !== lease) return;
      isOpen = false;
      this.openCalls -= 1;
      this.signOfLife(holderID);
    };
  }

  private grant(holderID: string, holderName: string): Lease {
    this.sequence += 1;
    this.openCalls = 0;
    const lease: Lease = { holderID, holderName, sequence: this.sequence };
    this.lease = lease;
    this.lastSign = this.clock.now();
    this.watch(leaseSilenceMS);
    this.onChange(lease);
    return lease;
  }

  private watch(ms: number): void {
    this.cancelExpiry();
    this.cancelExpiry = this.clock.schedule(ms, () => {
      const remaining = this.lastSign + leaseSilenceMS - this.clock.now();
      if (this.openCalls > 0) this.watch(leaseSilenceMS);
      else if (remaining > 0) this.watch(remaining);
      else this.end();
    });
  }

  private end(): void {
    this.cancelExpiry();
    this.lease = null;
    this.onChange(null);
  }
}
