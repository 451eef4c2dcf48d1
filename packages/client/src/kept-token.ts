import { issueApiToken } from '@cellwright/calls';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import { callCell } from './call.ts';
import { clientClock } from './clock.ts';
import type { Http } from './http.ts';

/** Delay after a token could not be loaded, ms. */
const retryMS = 500;
/** Shortest interval between loads, also if this machine's clock shows the token as expired, ms. */
const shortestMS = 1000;

export interface IssuedToken {
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface KeptToken {
  /**
   * The token, for `token` of `createHttp`, `connectRunner` and `connectLive`; undefined until the first one is loaded.
   */
  readonly current: string | undefined;
  /** Resolves when there is a token. @throws ProductError authorization_required when the cell refuses to issue one. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface KeptTokenOptions {
  readonly load: () => Promise<IssuedToken>;
  readonly clock?: Clock;
}

/**
 * Keeps a signed token valid: loads another at half of its remaining life, and again 500 ms after a failure. A refusal
 * ends this, because the session or token behind it has ended.
 */
export function keepToken({ load, clock = clientClock }: KeptTokenOptions): KeptToken {
  let current: string | undefined;
  let isClosed = false;
  let cancelTimer = (): void => undefined;
  let resolve = (): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const ready = new Promise<void>((onLoaded, onRefused) => {
    [resolve, reject] = [onLoaded, onRefused];
  });
  // A client that does not wait for the first token gets the refusal in its requests.
  ready.catch(() => undefined);
  const refresh = async (): Promise<void> => {
    try {
      const { token, expiresAt } = await load();
      if (isClosed) return;
      current = token;
      resolve();
      // Uses the cell's times: this machine's clock may differ.
      const remaining = readLife(token) ?? Date.parse(expiresAt) - clock.wallNow().getTime();
      cancelTimer = clock.schedule(Math.max(remaining / 2, shortestMS), () => void refresh());
    } catch (error) {
      if (isClosed) return;
      if (!isRefusal(error)) cancelTimer = clock.schedule(retryMS, () => void refresh());
      else {
        current = undefined;
        reject(error);
      }
    }
  };
  void refresh();
  return {
    get current() {
      return current;
    },
    ready,
    close() {
      isClosed = true;
      cancelTimer();
    },
  };
}

/** Keeps an API token valid for the session or token that `http` uses. */
export function keepApiToken(http: Http, clock?: Clock): KeptToken {
  return keepToken({ load: () => callCell(http, issueApiToken, {}), ...(clock && { clock }) });
}

const claimsSchema = z.object({ iat: z.number(), exp: z.number() });

/** Returns how long a newly issued token is valid, ms; undefined if it does not include that. */
function readLife(token: string): number | undefined {
  try {
    const claims = claimsSchema.parse(
      JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))),
    );
    return (claims.exp - claims.iat) * 1000;
  } catch {
    return undefined;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProductError && (error.code === 'authorization_required' || error.code === 'forbidden');
}
