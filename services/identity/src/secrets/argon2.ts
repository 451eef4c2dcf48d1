import { hash, verify } from '@node-rs/argon2';

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each holds 19 MiB and a core; the others wait. */
const maxAtOnce = 2;

/** Hashes of passwords and PINs. The work is done by threads, a few at a time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it takes as long, and is false: nobody learns from the time which users there are. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const inTurn = createTurns(maxAtOnce);
  const nobody = inTurn(() => hash('nobody has this password', cost));
  // Whoever needs it awaits it; without this a failure before would end the process.
  nobody.catch(() => undefined);
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(stored, password) {
      const against = stored ?? (await nobody);
      const fits = await inTurn(() => verify(against, password));
      return fits && stored !== null && stored !== undefined;
    },
  };
}

/** At most `limit` at once, in the order in which they come. */
function createTurns(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
