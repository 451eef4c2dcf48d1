import { type Clock, realTimeOf, rest, timeScaleOf } from '@cellwright/domain/basics';
import type { PortsResult } from '../../transport/ports.ts';
import type { SetSignal, WeldSignals } from './weld-signals.ts';

/** Time that the outputs of an arc stay on unless they are renewed, and interval of the renewals, real ms. */
const leaseMS = 500;
const renewMS = 100;
const pollMS = 20;

type HeldSignal = 'robotReady' | 'weldStart';

/**
 * The outputs that keep an arc on. They are held pulses: the robot controller ends them at each stop, when it loses its
 * commander, and when they are not renewed. A renewal never starts an arc again.
 */
export class ArcHold {
  readonly #signals: WeldSignals;
  readonly #clock: Clock;
  #held: readonly HeldSignal[] = [];
  #renewedAt = 0;
  #isRenewing = false;
  #lost: (PortsResult & { ok: false }) | undefined;

  constructor(signals: WeldSignals, clock: Clock) {
    this.#signals = signals;
    this.#clock = clock;
  }

  /** True if the outputs have to be renewed now. */
  get isDue(): boolean {
    if (this.#held.length === 0 || this.#isRenewing) return false;
    return realTimeOf(this.#clock).now() - this.#renewedAt >= renewMS;
  }

  /** Switches the signal on, together with gas and the other changes. */
  async begin(signal: HeldSignal, changes: readonly SetSignal[], abort: AbortSignal): Promise<PortsResult> {
    this.#renewedAt = realTimeOf(this.#clock).now();
    const begun = { signal, seconds: this.#leaseSeconds, hold: 'begin' } as const;
    const result = await this.#signals.set([begun, ...this.#renewals(), ...changes], abort);
    if (result.ok) this.#held = [...this.#held, signal];
    return result;
  }

  async renew(): Promise<PortsResult> {
    this.#renewedAt = realTimeOf(this.#clock).now();
    this.#isRenewing = true;
    const result = await this.#signals.set(this.#renewals());
    this.#isRenewing = false;
    if (!result.ok) this.#lost = result;
    return result;
  }

  /** Waits until the time or the condition is over, the signal aborts, or a renewal fails: returns that failure. */
  async rest(ms: number, isOver: () => boolean, signal: AbortSignal): Promise<PortsResult> {
    const deadline = this.#clock.now() + ms;
    while (!isOver() && this.#clock.now() < deadline && !signal.aborted && !this.#lost)
      await rest(this.#clock, Math.min(pollMS, deadline - this.#clock.now()), signal);
    return this.#lost ?? { ok: true };
  }

  /** Ends the renewals. */
  release(): void {
    this.#held = [];
    this.#lost = undefined;
  }

  get #leaseSeconds(): number {
    return (leaseMS / 1000) * timeScaleOf(this.#clock);
  }

  /** Gas is not held: it flows for a moment after an arc that was ended by a stop. */
  #renewals(): readonly SetSignal[] {
    const seconds = this.#leaseSeconds;
    const held = this.#held.map((signal) => ({ signal, seconds, hold: 'renew' }) as const);
    return [...held, { signal: 'gas', seconds }];
  }
}
