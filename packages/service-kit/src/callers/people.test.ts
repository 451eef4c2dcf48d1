import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { noPerson, type PersonProof } from '@cellwright/domain/cell';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { assertionSeconds, createVoucher } from './assertions.ts';
import { createPeopleVerifier } from './people.ts';
import { makePersonKeys } from './person-keys.ts';

const ada = {
  ...{ id: 'user_ada', name: 'Ada ✓', permissions: ['connectToRobot', 'fly'], accessID: 'session_1' },
  access: 'session' as const,
};

function keyPair() {
  const { privateKey } = makePersonKeys();
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return { key, publicKey: createPublicKey(key) };
}

function begin() {
  const clock = new VirtualClock();
  const { key, publicKey } = keyPair();
  return { clock, key, voucher: createVoucher(key, clock), people: createPeopleVerifier([publicKey], clock) };
}

const refused = (reason: string) =>
  expect.objectContaining({ code: 'authorization_required', message: expect.stringContaining(reason) });
const proof = (change: Partial<PersonProof>): PersonProof => ({ ...noPerson, ...change });
const change = (text: string, edit: (claims: Record<string, unknown>) => object): string => {
  const [header, payload = '', signature] = text.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, Buffer.from(JSON.stringify(edit(claims))).toString('base64url'), signature].join('.');
};

describe('PeopleVerifier with an assertion of identity', () => {
  it('returns the person with its known permissions', () => {
    const { voucher, people } = begin();
    expect(people.verify(proof({ assertion: voucher.vouch(ada) }))).toEqual({
      ...{ id: 'user_ada', name: 'Ada ✓', permissions: ['connectToRobot'], isUnlocked: false },
      ...{ accessID: 'session_1', access: 'session' },
    });
  });

  it.each<[string, (text: string) => string, string]>([
    ['of another key', () => createVoucher(keyPair().key).vouch(ada), 'was not signed by identity'],
    ['with another name', (text) => change(text, (claims) => ({ ...claims, sub: 'user_eve' })), 'was not signed'],
    ['with more permissions', (text) => change(text, (claims) => ({ ...claims, permissions: ['account'] })), 'was not'],
    ['with a later end', (text) => change(text, (claims) => ({ ...claims, exp: 4e9 })), 'was not signed'],
    ['without a signature', (text) => `${text.split('.').slice(0, 2).join('.')}.`, 'was not signed'],
    [
      'with a header that names no algorithm',
      (text) => text.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0'),
      'is no assertion',
    ],
    ['with something behind', (text) => `${text}.x`, 'is no assertion'],
    ['that is very long', (text) => text + 'A'.repeat(9000), 'is no assertion'],
    ['that is text', () => 'Ada', 'is no assertion'],
  ])('rejects an assertion %s', (_, forge, reason) => {
    const { voucher, people } = begin();
    expect(() => people.verify(proof({ assertion: forge(voucher.vouch(ada)) }))).toThrow(refused(reason));
    expect(people.recognise(proof({ assertion: forge(voucher.vouch(ada)) })), 'of a stop').toBeUndefined();
  });

  it('rejects another token signed with the same key', () => {
    const { key, voucher, people } = begin();
    const [, payload] = voucher.vouch(ada).split('.');
    const signed = `${Buffer.from('{"alg":"EdDSA"}').toString('base64url')}.${payload}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
    expect(() => people.verify(proof({ assertion: token }))).toThrow(refused('is no assertion'));
  });

  it('accepts an expired assertion for stops only', async () => {
    const { clock, voucher, people } = begin();
    const known = proof({ assertion: voucher.vouch(ada) });
    people.verify(known);
    const unknown = proof({ assertion: voucher.vouch({ ...ada, name: 'Another' }) });
    await clock.advance((assertionSeconds + 31) * 1000);
    for (const given of [known, unknown]) {
      expect(() => people.verify(given)).toThrow(refused('has expired'));
      expect(people.recognise(given)).toMatchObject({ id: 'user_ada' });
    }
  });

  it('rejects an assertion from the future', async () => {
    const { clock, key, people } = begin();
    const ahead = new VirtualClock();
    ahead.shiftWall(clock.wallNow().getTime() - ahead.wallNow().getTime() + 60_000);
    const given = proof({ assertion: createVoucher(key, ahead).vouch(ada) });
    expect(() => people.verify(given)).toThrow(refused('is from the future'));
  });

  it('keeps an assertion valid when the clock of the machine changes', async () => {
    const { clock, voucher, people } = begin();
    const given = proof({ assertion: voucher.vouch(ada) });
    people.verify(given);
    clock.shiftWall(365 * 86_400_000);
    expect(people.verify(given)).toMatchObject({ id: 'user_ada' });
    clock.shiftWall(-365 * 86_400_000);
    await clock.advance((assertionSeconds + 31) * 1000);
    expect(() => people.verify(given)).toThrow(refused('has expired'));
  });

  it('needs only a look-up after it was verified', () => {
    const maxLookUpMS = 0.02;
    const { voucher, people } = begin();
    const given = proof({ assertion: voucher.vouch(ada) });
    people.verify(given);
    const measure = () => {
      const startedAt = performance.now();
      for (let call = 0; call < 1000; call++) people.verify(given);
      return (performance.now() - startedAt) / 1000;
    };
    // Other programs of the machine take their share of some rounds.
    let bestMS = Infinity;
    for (let round = 0; round < 20 && bestMS >= maxLookUpMS; round++) bestMS = Math.min(bestMS, measure());
    expect(bestMS, 'ms each').toBeLessThan(maxLookUpMS);
  });
});

describe('PeopleVerifier with the PIN of a session', () => {
  const unlocked = ['controlPanel'];

  it('adds the permissions of the PIN', () => {
    const { voucher, people } = begin();
    const given = proof({ assertion: voucher.vouch(ada), unlock: voucher.vouchUnlock('session_1', unlocked) });
    expect(people.verify(given)).toMatchObject({ permissions: ['connectToRobot', 'controlPanel'], isUnlocked: true });
  });

  it.each<[string, (voucher: ReturnType<typeof createVoucher>) => Partial<PersonProof>, string]>([
    ['of another session', (voucher) => ({ unlock: voucher.vouchUnlock('session_2', unlocked) }), 'another session'],
    ['that is the assertion itself', (voucher) => ({ unlock: voucher.vouch(ada) }), 'another session'],
    ['that was forged', () => ({ unlock: createVoucher(keyPair().key).vouchUnlock('session_1', unlocked) }), 'was not'],
    [
      'in place of the assertion',
      (voucher) => ({ assertion: voucher.vouchUnlock('session_1', unlocked) }),
      'is not for calls',
    ],
    [
      'without the assertion',
      (voucher) => ({ assertion: '', unlock: voucher.vouchUnlock('session_1', unlocked) }),
      'is incomplete',
    ],
  ])('rejects a PIN %s', (_, given, reason) => {
    const { voucher, people } = begin();
    const shown = proof({ assertion: voucher.vouch(ada), ...given(voucher) });
    expect(() => people.verify(shown)).toThrow(refused(reason));
  });
});

describe('PeopleVerifier without an assertion', () => {
  it('returns no person and fails if one is required', () => {
    const { people } = begin();
    for (const nobody of [undefined, noPerson]) {
      expect(people.verify(nobody)).toBeUndefined();
      expect(() => people.require(nobody)).toThrow(refused('but the call names none'));
      expect(people.recognise(nobody)).toBeUndefined();
    }
  });

  it('accepts this machine with every permission if the gateway states it', () => {
    const { people } = begin();
    const given = proof({ standIn: 'machine' });
    expect(people.require(given)).toMatchObject({ id: 'admin', accessID: '', access: '' });
    expect(people.require(given).permissions).toContain('account');
  });

  it('allows a signed-out screen to stop only and refuses an unknown stand-in', () => {
    const { voucher, people } = begin();
    const screen = proof({ standIn: 'signedOutScreen' });
    expect(people.recognise(screen)).toMatchObject({ id: 'signed-out-screen', permissions: [] });
    expect(() => people.verify(screen)).toThrow(refused('may only stop'));
    expect(() => people.verify(proof({ standIn: 'owner' }))).toThrow(refused('may only stop'));
    const both = proof({ assertion: voucher.vouch(ada), standIn: 'machine' });
    expect(() => people.verify(both)).toThrow(refused('is of two callers'));
  });
});
