import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { FastifyRequest } from 'fastify';
import type { SecretDigest } from '../domain/secret-digest.ts';
import type { DoorLimits } from '../door/limits.ts';
import { createRateLimit, type RateLimit } from '../door/rate-limit.ts';
import { isStopRequest } from '../door/stop-requests.ts';

/** Maximum of remembered valid tokens, so that guesses from the same address do not lock their owners out. */
const maxGoodTokens = 1000;

/**
 * Rate limits: requests of one token, and wrong tokens of one guesser, which is a signed-in caller or an address. Stops
 * are never refused.
 */
export interface TokenLimits {
  /** Called before a token is checked. @throws ProductError rate_limited */
  beforeCheck(request: FastifyRequest, digest: SecretDigest, guesser: string): void;
  /** @throws ProductError rate_limited */
  accept(request: FastifyRequest, digest: SecretDigest, subjectID: string): void;
  refuse(guesser: string): void;
}

export function createTokenLimits(limits: DoorLimits, clock: Clock): TokenLimits {
  const perToken = createRateLimit({
    burst: limits.DOOR_TOKEN_BURST,
    perSecond: limits.DOOR_TOKEN_PER_SECOND,
    now: () => clock.now(),
  });
  const refused = createRateLimit({
    burst: limits.DOOR_REFUSED_TOKEN_BURST,
    perSecond: limits.DOOR_REFUSED_TOKEN_PER_SECOND,
    now: () => clock.now(),
  });
  const good = new Set<string>();
  const isStop = ({ method, url }: FastifyRequest) => isStopRequest(method, url);
  /** Sorted by the time of use. */
  let latest = '';
  const remember = ({ hex }: SecretDigest): void => {
    if (hex === latest) return;
    latest = hex;
    good.delete(hex);
    if (good.size >= maxGoodTokens) good.delete(good.keys().next().value ?? '');
    good.add(hex);
  };
  return {
    beforeCheck(request, { hex }, guesser) {
      if (isStop(request) || refused.hasOne(guesser) || good.has(hex)) return;
      throw tooMany('Too many wrong tokens from this address. Try again in a moment', refused, guesser);
    },
    accept(request, digest, subjectID) {
      remember(digest);
      if (isStop(request) || perToken.take(subjectID)) return;
      throw tooMany('Too many requests with this token. Slow down', perToken, subjectID);
    },
    refuse: (guesser) => void refused.take(guesser),
  };
}

function tooMany(message: string, limit: RateLimit, key: string): ProductError {
  return new ProductError('rate_limited', message, { retryAfterSeconds: limit.secondsUntil(key) });
}
