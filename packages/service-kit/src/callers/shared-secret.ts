import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { LiveFiles } from './live-files.ts';

/** Time for which the previous secret is accepted, ms: the other service may read its file later. */
export const formerSecretMS = 600_000;

/** A secret shared by two services. */
export interface SharedSecret {
  readonly current: string;
  /** Compares in constant time. */
  accepts(given: string): boolean;
}

export function fixedSecret(text: string): SharedSecret {
  const bytes = Buffer.from(text);
  return { current: text, accepts: (given) => isSame(given, bytes) };
}

export interface SecretFileOptions {
  readonly path: string;
  /**
   * Checks a secret.
   * @throws Error if it is unusable
   */
  readonly check: (secret: string) => void;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
}

/** Returns a secret that follows its file. @throws the error of `check`, and that of an unreadable file. */
export function secretInFile({ path, check, log, clock = systemClock }: SecretFileOptions): SharedSecret {
  let former: { readonly bytes: Buffer; readonly until: number } | undefined;
  let latest: Buffer | undefined;
  const file = new LiveFiles({
    paths: [path],
    parse: ([text = '']) => {
      const secret = text.trim();
      check(secret);
      if (latest) former = { bytes: latest, until: clock.now() + formerSecretMS };
      latest = Buffer.from(secret);
      return { text: secret, bytes: latest };
    },
    log,
    clock,
  });
  return {
    get current() {
      return file.current.text;
    },
    accepts(given) {
      const isCurrent = isSame(given, file.current.bytes);
      return isCurrent || (former !== undefined && clock.now() < former.until && isSame(given, former.bytes));
    },
  };
}

function isSame(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
