import type { Clock } from '@cellwright/domain/basics';
import type { WeldFault } from '../../capabilities/welder.ts';
import type { WeldSignals, WeldTimes } from './weld-signals.ts';

/** Watches an arc that should burn, and the wire after it. */
export class ArcWatch {
  readonly #times: WeldTimes;
  readonly #signals: WeldSignals;
  readonly #clock: Clock;
  /** Since when the arc has not been seen; undefined while it is seen. */
  #goneSince: number | undefined;

  constructor(times: WeldTimes, signals: WeldSignals, clock: Clock) {
    this.#times = times;
    this.#signals = signals;
    this.#clock = clock;
  }

  /** Starts with a new arc. */
  restart(): void {
    this.#goneSince = undefined;
  }

  /** Returns what ends the arc, if anything. */
  findFault(): WeldFault | undefined {
    const now = this.#clock.now();
    const isSeen =
      this.#signals.isOn('arcEstablished') && (!this.#signals.has('currentFlow') || this.#signals.isOn('currentFlow'));
    this.#goneSince = isSeen ? undefined : (this.#goneSince ?? now);
    if (this.#signals.isOn('machineFault')) return 'machineFault';
    if (this.#signals.isOn('touchDetected')) return 'touchSensed';
    return this.#goneSince !== undefined && now - this.#goneSince >= this.#times.arcLostMS ? 'arcLost' : undefined;
  }

  /** Checks the wire after an arc. */
  async checkWire(): Promise<WeldFault | undefined> {
    const { wireCheckMS } = this.#times;
    if (!this.#signals.has('wireStuck')) return undefined;
    await this.#signals.set([{ signal: 'wireStuckCheck', seconds: (2 * wireCheckMS) / 1000 }]);
    await this.#clock.sleep(wireCheckMS);
    return this.#signals.isOn('wireStuck') ? 'wireStuck' : undefined;
  }
}
