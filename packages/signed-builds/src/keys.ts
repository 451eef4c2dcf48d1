import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJSON } from './canonical-json.ts';

/** A public key in the form of TUF metadata. */
export interface PublicKey {
  readonly keytype: 'ed25519';
  readonly scheme: 'ed25519';
  /** The 32 bytes of the key, in hexadecimal. */
  readonly keyval: { readonly public: string };
}

/** A key that signs metadata. */
export interface SigningKey {
  readonly keyID: string;
  readonly publicKey: PublicKey;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** Bytes of the DER form of an ed25519 public key before the key itself. */
const derPrefixLength = 12;

/** Creates a new signing key. */
export function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return readSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/**
 * Reads a signing key.
 * @throws Error when the text is no ed25519 private key.
 */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error(`Builds are signed with ed25519 keys, not with ${privateKey.asymmetricKeyType ?? 'this one'}`);
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const publicKey: PublicKey = {
    ...{ keytype: 'ed25519', scheme: 'ed25519' },
    keyval: { public: der.subarray(derPrefixLength).toString('hex') },
  };
  return { keyID: computeKeyID(publicKey), publicKey, privateKey: pem };
}

/** Returns the id of a public key: the SHA-256 of its canonical form. */
export function computeKeyID(publicKey: PublicKey): string {
  return createHash('sha256').update(canonicalJSON(publicKey)).digest('hex');
}

/** Returns the signature of a text, in hexadecimal. */
export function signText(text: string, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(text, 'utf8'), createPrivateKey(privateKey)).toString('hex');
}
