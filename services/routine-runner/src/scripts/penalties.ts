import type { Clock } from '@cellwright/domain/basics';

/** The first ended expression costs its caller this wait, each further one twice as much, ms. */
const firstWaitMS = 250;
const maxWaitMS = 10_000;
/** After this long without an ended expression a caller is forgiven, ms. */
const forgivenMS = 60_000;
/** Callers that are remembered; the oldest are forgotten first. */
const maxCallers = 1000;

interface Offence {
  readonly count: number;
  readonly at: number;
}

/** Makes callers wait whose expressions had to be ended, so that others do not wait for them. */
export class Penalties {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly offences = new Map<string, Offence>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** An expression of this caller was ended. */
  add(callerID: string): void {
    const count = (this.find(callerID)?.count ?? 0) + 1;
    this.offences.delete(callerID);
    this.offences.set(callerID, { count, at: this.clock.now() });
    const [oldest] = this.offences.keys();
    if (this.offences.size > maxCallers && oldest !== undefined) this.offences.delete(oldest);
  }

  /** Time from which on an expression of this caller may begin, on the clock's scale. */
  startsAt(callerID: string): number {
    const offence = this.find(callerID);
    if (!offence) return Number.NEGATIVE_INFINITY;
    return offence.at + Math.min(firstWaitMS * 2 ** (offence.count - 1), maxWaitMS);
  }

  /** True if an expression of this caller was ended within the last minute. */
  has(callerID: string): boolean {
    return this.find(callerID) !== undefined;
  }

  private find(callerID: string): Offence | undefined {
    const offence = this.offences.get(callerID);
    return offence && this.clock.now() - offence.at < forgivenMS ? offence : undefined;
  }
}
