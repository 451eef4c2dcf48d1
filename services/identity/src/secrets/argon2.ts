import { hash, verify } from '@node-rs/argon2';
import { type Applicant, createFairTurns } from './fair-turns.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Limits: each hash takes 19 MiB and a core for about 30 ms; a source waits for at most 16 of its own. */
const limits = { maxRunning: 2, maxWaitingPerSource: 16, maxWaitingUntrusted: 64 };

/**
 * Hashes of passwords and PINs, computed in threads, a few at a time.
 * @throws ProductError rate_limited, as a rejection, when too many wait already.
 */
export interface PasswordHasher {
  hash(password: string, by: Applicant): Promise<string>;
  /**
   * Verifies a password. Without a stored hash it takes as long and returns false, so that timing does not reveal which
   * users exist.
   */
  verify(stored: string | null | undefined, password: string, by: Applicant): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const inTurn = createFairTurns(limits);
  const decoy = hash('nobody has this password', cost);
  // Awaited when needed; an earlier failure must not end the process.
  decoy.catch(() => undefined);
  return {
    hash: (password, by) => inTurn(by, () => hash(password, cost)),
    async verify(stored, password, by) {
      const against = stored ?? (await decoy);
      const fits = await inTurn(by, () => verify(against, password));
      return fits && stored !== null && stored !== undefined;
    },
  };
}
