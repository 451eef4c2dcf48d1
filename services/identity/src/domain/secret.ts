import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits with a prefix for their purpose. */
export function makeSecret(prefix: string): { secret: string; secretHash: string } {
  const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashSecret(secret) };
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
