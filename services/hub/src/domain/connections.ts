import type { Clock } from '@cellwright/domain/basics';

/** A box reports every ten seconds; three missed reports mean offline. */
export const offlineAfterMS = 35_000;

/** Connections of boxes to NATS, from its events. They only detect an offline box sooner than its missing reports. */
export class Connections {
  readonly #clock: Clock;
  /** Newest connection of each account. */
  readonly #current = new Map<string, number>();
  readonly #cutAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteConnected(account: string, client: number): void {
    this.#current.set(account, client);
    this.#cutAt.delete(account);
  }

  /** The end of an older connection of a box that has connected again is ignored. */
  noteDisconnected(account: string, client: number): void {
    if ((this.#current.get(account) ?? client) !== client) return;
    this.#current.delete(account);
    this.#cutAt.set(account, this.#clock.wallNow().getTime());
  }

  /** True if the box has reported lately, and its connection has not ended since. */
  isOnline({ account, lastSeenAt }: { readonly account: string | null; readonly lastSeenAt: Date | null }): boolean {
    if (account === null || lastSeenAt === null) return false;
    const seen = lastSeenAt.getTime();
    const cutAt = this.#cutAt.get(account);
    return this.#clock.wallNow().getTime() - seen < offlineAfterMS && (cutAt === undefined || cutAt < seen);
  }
}
