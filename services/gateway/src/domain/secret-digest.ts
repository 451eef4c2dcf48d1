import { hash } from 'node:crypto';

/** SHA-256 of a secret, for storage and comparison. */
export interface SecretDigest {
  readonly bytes: Buffer;
  readonly hex: string;
}

export function digestSecret(secret: string): SecretDigest {
  const bytes = hash('sha256', secret, 'buffer');
  return { bytes, hex: bytes.toString('hex') };
}
