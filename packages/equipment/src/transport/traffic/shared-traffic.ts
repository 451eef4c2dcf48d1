import type { Traffic, TrafficTap } from './traffic.ts';

/** Traffic of a connection that several devices share: each device records all of it once, from when it joins. */
export class SharedTraffic implements Traffic {
  /** Users by the recorder of their device: a device may use the connection more than once. */
  readonly #userCounts = new Map<Traffic, number>();
  #current: SharedTap | undefined;

  join(traffic: Traffic): void {
    const users = this.#userCounts.get(traffic) ?? 0;
    this.#userCounts.set(traffic, users + 1);
    if (users === 0) this.#current?.add(traffic);
  }

  leave(traffic: Traffic): void {
    const users = this.#userCounts.get(traffic) ?? 0;
    if (users > 1) {
      this.#userCounts.set(traffic, users - 1);
      return;
    }
    this.#userCounts.delete(traffic);
    this.#current?.remove(traffic);
  }

  /** The connection before may end later than this one begins. */
  open(address: string): TrafficTap {
    const tap = new SharedTap(address, this.#userCounts.keys());
    this.#current = tap;
    return tap;
  }
}

class SharedTap implements TrafficTap {
  readonly #address: string;
  readonly #taps: Map<Traffic, TrafficTap>;
  #isOpen = true;

  constructor(address: string, users: Iterable<Traffic>) {
    this.#address = address;
    this.#taps = new Map(Array.from(users, (traffic) => [traffic, traffic.open(address)]));
  }

  add(traffic: Traffic): void {
    if (this.#isOpen) this.#taps.set(traffic, traffic.open(this.#address));
  }

  remove(traffic: Traffic): void {
    this.#taps.get(traffic)?.end();
    this.#taps.delete(traffic);
  }

  sent(bytes: Uint8Array): void {
    for (const tap of this.#taps.values()) tap.sent(bytes);
  }

  received(bytes: Uint8Array): void {
    for (const tap of this.#taps.values()) tap.received(bytes);
  }

  end(problem?: string): void {
    this.#isOpen = false;
    for (const tap of this.#taps.values()) tap.end(problem);
  }
}
