import { describe, expect, it } from 'vitest';
import { createKey, isUserKey } from './keys.ts';

describe('createKey', () => {
  it.each([
    ['operator', 'O', 'SO'],
    ['account', 'A', 'SA'],
    ['user', 'U', 'SU'],
  ] as const)('writes a key of the kind %s with its letters', (kind, letter, seedLetters) => {
    const key = createKey(kind);
    expect(key.publicKey).toMatch(new RegExp(`^${letter}[A-Z2-7]{55}$`));
    expect(key.seed).toMatch(new RegExp(`^${seedLetters}[A-Z2-7]{56}$`));
  });
});

describe('isUserKey', () => {
  it('accepts public keys of users only', () => {
    const { publicKey, seed } = createKey('user');
    expect(isUserKey(publicKey)).toBe(true);
    expect(isUserKey(seed)).toBe(false);
    expect(isUserKey(createKey('account').publicKey)).toBe(false);
  });

  it('refuses damaged keys', () => {
    const { publicKey } = createKey('user');
    expect(isUserKey(`${publicKey.slice(0, -1)}${publicKey.endsWith('A') ? 'B' : 'A'}`)).toBe(false);
    expect(isUserKey('')).toBe(false);
    expect(isUserKey('U')).toBe(false);
  });
});
