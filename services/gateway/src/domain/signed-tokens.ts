import { createHash } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import * as z from 'zod';

/** Content of a signed token with a valid signature. */
export interface VerifiedToken {
  /** Session or developer token that it ends with. */
  readonly accessID: string;
  readonly audience: 'api' | 'control-panel';
  /** End by the monotonic clock, ms: setting the clock of the machine does not change it. */
  readonly due: number;
  /** Time at which the PIN was set that a control-panel token was issued for, ISO 8601; empty for other tokens. */
  readonly pinChangedAt: string;
  /** Assertion for other services that the PIN was entered; empty for other tokens. */
  readonly unlock: string;
}

const audiences = ['api', 'control-panel'] as const;
const claimsSchema = z.object({
  sid: z.string().min(1),
  aud: z.enum(audiences),
  iat: z.number(),
  exp: z.number(),
  pin: z.string().default(''),
  unlock: z.string().default(''),
});
/** Tolerated difference between the clocks of identity and of this gateway, seconds. */
const leewaySeconds = 30;
const form = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const maxRemembered = 10_000;

/** Tokens signed by identity: the signature is verified once, the content is checked at every use. */
export class SignedTokens {
  private readonly clock: Clock;
  private readonly verified = new Map<string, VerifiedToken>();
  private keys: ReturnType<typeof createLocalJWKSet> | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Sets the public keys, a JSON Web Key Set: tokens of all other keys become unknown. */
  setKeys(jwks: string): void {
    // Safe cast: identity sends what jose exported there.
    this.keys = createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet);
    this.verified.clear();
  }

  /** True if a token does not look signed, or was verified and has not expired. */
  isSettled(token: string): boolean {
    return !form.test(token) || this.find(token) !== undefined;
  }

  /** Verifies a token that is not settled. @throws ProductError authorization_required */
  async verify(token: string): Promise<void> {
    if (!this.keys)
      throw new ProductError('unavailable', 'The identity service has not sent its keys yet. Try again in a moment');
    const { keys } = this;
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['EdDSA'],
        issuer: 'cellwright',
        audience: [...audiences],
        currentDate: this.clock.wallNow(),
        clockTolerance: leewaySeconds,
      });
      const { sid, aud, iat, exp, pin, unlock } = claimsSchema.parse(payload);
      // Independent of the wall clock, at most its whole lifetime remains.
      const remainingMS = Math.min(exp * 1000 - this.clock.wallNow().getTime(), (exp - iat) * 1000);
      const due = this.clock.now() + remainingMS + leewaySeconds * 1000;
      const verified = { accessID: sid, audience: aud, due, pinChangedAt: pin, unlock };
      // After a change of keys, results of the previous ones are dropped.
      if (keys === this.keys) this.remember(token, verified);
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error;
      throw new ProductError('authorization_required', messages.invalidToken);
    }
  }

  /** Undefined for a token that was not verified, or has expired. */
  find(token: string): VerifiedToken | undefined {
    if (!form.test(token)) return undefined;
    const found = this.verified.get(digestOf(token));
    return found && found.due > this.clock.now() ? found : undefined;
  }

  private remember(token: string, verified: VerifiedToken): void {
    const [oldest = ''] = this.verified.keys();
    if (this.verified.size >= maxRemembered) this.verified.delete(oldest);
    this.verified.set(digestOf(token), verified);
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
