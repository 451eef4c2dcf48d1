import { createHash, randomInt } from 'node:crypto';

/** A code is used by a user at the box. */
export const codeLifeMS = 10 * 60_000;

/** Without characters that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const groupCount = 4;
const groupLength = 4;

/** Creates a one-time code such as `K7QF-2MWD-9XHA-PB4T`, with 78 bits of chance. */
export function createEnrolmentCode(): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  const group = () => Array.from({ length: groupLength }, character).join('');
  return Array.from({ length: groupCount }, group).join('-');
}

/** Returns the stored form of a code. Case and separators do not matter. */
export function digestCode(code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}
