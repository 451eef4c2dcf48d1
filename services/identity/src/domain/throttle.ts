import { type Clock, ProductError } from '@cellwright/domain/basics';
import { createMemoryStore, type VolatileStore } from '@cellwright/service-kit';

const minuteMS = 60_000;
/** Wrong answers before the first wait: of one source about one user, and of all unknown sources about it. */
const freeOfSource = 5;
const freeOfUser = 20;
/** Maximum wait: a minute for a source with an earlier success, which is still admitted this often per hour. */
const longestWaitMS = { known: minuteMS, strange: 15 * minuteMS };
const heardAnyway = 30;
const countedForMS = 24 * 60 * minuteMS;
const rememberedForMS = 90 * 24 * 60 * minuteMS;

export interface Guess {
  readonly what: 'password' | 'pin';
  /** A username in lower case, or a user's id. */
  readonly user: string;
  readonly source: string;
}

/** A guess that was admitted. */
export interface AdmittedGuess {
  /** True if this source had an earlier success for this user. */
  readonly isKnownSource: boolean;
  /** Records whether the guess was right. */
  settle(isRight: boolean): Promise<void>;
}

/**
 * Counts wrong passwords and PINs, by user and source: the wait of a source doubles each time. Unknown sources share a
 * wait, so that many of them guess no faster; a source with an earlier success is not affected by them.
 */
export class Throttle {
  private readonly store: VolatileStore;
  /** Counts passwords while the store is unavailable; PINs are refused then. */
  private readonly fallback: VolatileStore;

  constructor(store: VolatileStore, clock: Clock) {
    this.store = store;
    this.fallback = createMemoryStore({ clock });
  }

  /** Admits a guess, or refuses it. @throws ProductError rate_limited, unavailable */
  async begin(guess: Guess): Promise<AdmittedGuess> {
    const store = await this.chooseStore(guess);
    const keys = keysOf(guess);
    const isKnown = (await store.get(keys.known)) !== null;
    const waits = isKnown ? [keys.sourceWait] : [keys.sourceWait, keys.userWait];
    const [isWaiting] = (await Promise.all(waits.map((key) => store.get(key)))).filter((until) => until !== null);
    if (isWaiting !== undefined && !(isKnown && (await store.increment(keys.heard, hourly)) <= heardAnyway)) {
      const retryAfterSeconds = Math.ceil(Number(isWaiting) / 1000);
      throw new ProductError('rate_limited', `Too many wrong ${guess.what}s. Try again in ${retryAfterSeconds} s`, {
        retryAfterSeconds,
      });
    }
    return {
      isKnownSource: isKnown,
      settle: (isRight) => (isRight ? this.forgive(store, keys) : this.count(store, keys, isKnown)),
    };
  }

  private async forgive(store: VolatileStore, keys: Keys): Promise<void> {
    await store.set(keys.known, '1', { ttlMs: rememberedForMS });
    await Promise.all([keys.sourceCount, keys.sourceWait].map((key) => store.delete(key)));
  }

  private async count(store: VolatileStore, keys: Keys, isKnown: boolean): Promise<void> {
    const longest = isKnown ? longestWaitMS.known : longestWaitMS.strange;
    await wait(store, keys.sourceWait, (await store.increment(keys.sourceCount, daily)) - freeOfSource, longest);
    if (isKnown) return;
    await wait(store, keys.userWait, (await store.increment(keys.userCount, daily)) - freeOfUser, longest);
  }

  private async chooseStore({ what }: Guess): Promise<VolatileStore> {
    try {
      await this.store.ping();
      return this.store;
    } catch (cause) {
      if (what === 'password') return this.fallback;
      throw new ProductError('unavailable', 'PINs cannot be checked at the moment. Try again', undefined, { cause });
    }
  }
}

const hourly = { ttlMs: 60 * minuteMS };
const daily = { ttlMs: countedForMS };

async function wait(store: VolatileStore, key: string, beyond: number, longest: number): Promise<void> {
  if (beyond < 0) return;
  const ttlMs = Math.min(longest, 1000 * 2 ** Math.min(beyond, 20));
  await store.set(key, String(ttlMs), { ttlMs });
}

type Keys = ReturnType<typeof keysOf>;
function keysOf({ what, user, source }: Guess) {
  const ofUser = `guess:${what}:${user}`;
  const ofSource = `${ofUser}:${source}`;
  return {
    userCount: `${ofUser}#count`,
    userWait: `${ofUser}#wait`,
    sourceCount: `${ofSource}#count`,
    sourceWait: `${ofSource}#wait`,
    known: `${ofSource}#known`,
    heard: `${ofSource}#heard`,
  };
}
