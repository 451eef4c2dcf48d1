import { type Account, decode } from '@nats-io/jwt';
import { describe, expect, it } from 'vitest';
import { signBoxAccount } from './accounts.ts';
import { createKey } from './keys.ts';

const signer = createKey('operator');
const account = createKey('account').publicKey;
const fleetAccount = createKey('account').publicKey;
const sign = (revoked: Readonly<Record<string, Date>>) =>
  signBoxAccount(signer.seed, { account, serial: 'b1', fleetAccount, revoked });

describe('signBoxAccount', () => {
  it('names the box and its signer', async () => {
    expect(decode(await sign({}))).toMatchObject({ sub: account, name: 'b1', iss: signer.publicKey });
  });

  it('gives the box one import, no exports and no streams', async () => {
    const { nats } = decode<Account>(await sign({}));
    expect(nats.imports).toEqual([
      {
        name: 'reports',
        subject: `cells.${account}.event.>`,
        local_subject: 'event.>',
        account: fleetAccount,
        type: 'service',
      },
    ]);
    expect(nats).toMatchObject({ limits: { exports: 0, streams: 0, disk_storage: 0 } });
    expect(nats).not.toHaveProperty('revocations');
  });

  it('lists revoked users with the second of their revocation', async () => {
    const user = createKey('user').publicKey;
    const { nats } = decode<Account>(await sign({ [user]: new Date('2026-03-01T12:00:00Z') }));
    expect(nats.revocations).toEqual({ [user]: 1772366400 });
  });
});
