import { createAccount, createOperator, createUser, fromPublic } from '@nats-io/nkeys';

const creators = { operator: createOperator, account: createAccount, user: createUser };

/** A NATS key as text. */
export interface KeyText {
  /** Names the key, such as `ABJHLOVMPA4C…`. */
  readonly publicKey: string;
  /** Secret from which the key can be read again, such as `SAANJIBNEKGC…`. */
  readonly seed: string;
}

/** Creates a random key. */
export function createKey(kind: keyof typeof creators): KeyText {
  const key = creators[kind]();
  return { publicKey: key.getPublicKey(), seed: new TextDecoder().decode(key.getSeed()) };
}

/** True if the text is the public key of a user. */
export function isUserKey(text: string): boolean {
  try {
    return text.startsWith('U') && fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
