import { hash } from 'node:crypto';

/** SHA-256 of a secret: what is known of it, and what is compared. */
export interface SecretDigest {
  readonly bytes: Buffer;
  readonly hex: string;
}

export function digestSecret(secret: string): SecretDigest {
  const bytes = hash('sha256', secret, 'buffer');
  return { bytes, hex: bytes.toString('hex') };
}
