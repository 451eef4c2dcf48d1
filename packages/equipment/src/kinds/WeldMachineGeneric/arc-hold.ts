import { type Clock, realTimeOf, timeScaleOf } from '@cellwright/domain/basics';
import type { PortsResult } from '../../transport/ports.ts';
import type { SetSignal, WeldSignals } from './signals.ts';

/** Time that the outputs of an arc stay on unless they are renewed, and interval of the renewals, real ms. */
const leaseMS = 500;
const renewMS = 100;

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
    try {
      return await this.#signals.set(this.#renewals());
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Ends the renewals. */
  release(): void {
    this.#held = [];
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
