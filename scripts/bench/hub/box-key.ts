import { createPrivateKey, sign } from 'node:crypto';
import { createKey } from '@cellwright/fleet';
import type { Authenticator } from '@nats-io/transport-node';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** PKCS #8 of Ed25519 is this prefix and 32 bytes. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Creates the key of a simulated box. It signs with OpenSSL: the library of NATS takes tens of milliseconds, which a thousand
 * boxes spend on as many machines, and this process would spend alone.
 */
export function createBoxKey() {
  const { publicKey, seed } = createKey('user');
  const bits = [...seed].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const der = Buffer.concat([prefix, bytes.subarray(2, 34)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const authenticate =
    (jwt: string): Authenticator =>
    (nonce = '') => ({ jwt, sig: sign(null, Buffer.from(nonce), key).toString('base64url') });
  return { publicKey, authenticate };
}
export type BoxKey = ReturnType<typeof createBoxKey>;
