import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits behind a prefix that says what they are for. */
export function makeSecret(prefix: string): { secret: string; secretHash: string } {
  const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashSecret(secret) };
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
