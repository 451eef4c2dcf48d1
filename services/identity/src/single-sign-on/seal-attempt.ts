import { hkdfSync } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import { EncryptJWT, jwtDecrypt } from 'jose';
import * as z from 'zod';
import type { SignInChecks } from './provider.ts';

const lifetimeSeconds = 600;
const encryption = { alg: 'dir', enc: 'A256GCM' } as const;
const sealedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirectURL: z.string() });

/** Encrypts the checks of a sign-in for its browser, so that attempts of strangers take no memory here. */
export class AttemptSeal {
  private readonly key: Uint8Array;
  private readonly clock: Clock;

  /** @param secret at least 32 characters, the same for all processes and starts. */
  constructor(secret: string, clock: Clock) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'cellwright single sign-on', 32));
    this.clock = clock;
  }

  seal({ state, nonce, verifier, redirectURL }: SignInChecks): Promise<string> {
    const at = Math.floor(this.clock.wallNow().getTime() / 1000);
    return new EncryptJWT({ state, nonce, verifier, redirectURL })
      .setProtectedHeader(encryption)
      .setExpirationTime(at + lifetimeSeconds)
      .encrypt(this.key);
  }

  /** @throws ProductError authorization_required for an attempt that is forged, or older than ten minutes. */
  async open(sealed: string): Promise<SignInChecks> {
    try {
      const { payload } = await jwtDecrypt(sealed, this.key, {
        currentDate: this.clock.wallNow(),
        keyManagementAlgorithms: [encryption.alg],
        contentEncryptionAlgorithms: [encryption.enc],
        requiredClaims: ['exp'],
      });
      return sealedSchema.parse(payload);
    } catch (cause) {
      throw new ProductError('authorization_required', accessMessages.attemptExpired, undefined, { cause });
    }
  }
}
