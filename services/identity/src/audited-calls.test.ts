import { randomUUID } from 'node:crypto';
import {
  beginSingleSignOn,
  type CallDefinition,
  callsOf,
  changePassword,
  changePin,
  completeSingleSignOn,
  createResetLink,
  createSetUpLink,
  createToken,
  endSession,
  inviteUser,
  openControlPanel,
  rotateSigningKeys,
  setUp,
  signIn,
  signOut,
} from '@cellwright/calls';
import type { doorSchema } from '@cellwright/domain/cell';
import type { CallAuthor } from '@cellwright/service-kit/calls';
import { badProofs } from '@cellwright/service-kit/testing/peers';
import { startTestProvider, type TestProvider } from '@cellwright/testkit/open-id-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type IdentityBench, startIdentityBench } from './testing/identity-bench.fixture.ts';

const password = 'correct horse battery';
const pin = '271828';
const machine = { id: 'admin', name: 'This machine', permissions: ['account'], door: 'cli' };
const address = '10.1.2.3';
const cellURL = 'https://cell-7.example';

let bench: IdentityBench;
let provider: TestProvider;
let ada: Partial<CallAuthor>;
let accountsMade = 0;
beforeAll(async () => {
  const client = { clientID: 'cell-7', clientSecret: 'a secret of cell and provider' };
  const accounts = { get: () => ({ preferred_username: 'carl', roles: ['operators'] }) };
  provider = await startTestProvider({ ...client, redirectURL: `${cellURL}/sign-in/provider`, accounts });
  const permissionsByRole = new Map([['operators', ['connectToRobot']] as const]);
  const singleSignOn = {
    name: 'Plant login',
    scopes: 'openid profile',
    roleClaim: 'roles',
    permissionsByRole,
  };
  bench = await startIdentityBench({ singleSignOn: { ...client, ...singleSignOn, issuer: new URL(provider.issuer) } });
});
afterAll(async () => {
  await bench.stop();
  await provider.stop();
});

/** Calls the service at its own port, without a gateway. */
const ask = <Input extends z.ZodObject, Output>(
  call: CallDefinition<Input, z.ZodType<Output>>,
  input: z.input<Input>,
  by: Partial<CallAuthor> = ada,
) => bench.calls.ask(call, input, { author: { ...by, address } });

const secretOf = (link: string | null) => link?.split('#')[1] ?? '';

/** Signs Ada in; returns the author of calls in that session. */
async function begin(): Promise<Partial<CallAuthor>> {
  return authorOfNewest(await ask(signIn, { username: 'ada', password }, {}));
}

async function authorOfNewest({ userID }: { readonly userID: string }): Promise<Partial<CallAuthor>> {
  const { rows } = await bench.database.query('SELECT "id" FROM identity."Session" ORDER BY "createdAt" DESC LIMIT 1');
  await bench.clock.advance(1000);
  const permissions = ['account', 'connectToRobot', 'author', 'controlPanel'];
  return { id: userID, name: 'Ada', permissions, access: 'session', accessId: String(rows[0]?.id), door: 'http' };
}

interface Act {
  readonly action: string;
  readonly target: string | RegExp;
  readonly subject?: string;
  readonly door?: z.infer<typeof doorSchema>;
  /** Creates the required data. Returns the act. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

const simply = (act: () => Promise<unknown>) => async () => act;

/** Every call of the service with an effect, in a possible order. */
const acts: Readonly<Record<string, Act>> = {
  createSetUpLink: {
    action: 'people.setUpLink',
    target: 'setup from 10.1.2.3',
    subject: 'admin',
    door: 'cli',
    prepare: simply(() => ask(createSetUpLink, {}, machine)),
  },
  setUp: {
    action: 'people.setUp',
    target: /^users\/user_\S+ from 10\.1\.2\.3$/,
    async prepare() {
      const { link } = await ask(createSetUpLink, {}, machine);
      const wanted = { token: secretOf(link), username: 'ada', name: 'Ada', password };
      return async () => {
        ada = await authorOfNewest(await ask(setUp, wanted, {}));
      };
    },
  },
  signIn: { action: 'people.signIn', target: /^users\/user_\S+ from 10\.1\.2\.3$/, prepare: simply(begin) },
  completeSingleSignOn: {
    action: 'people.signInByProvider',
    target: /^users\/user_\S+ from 10\.1\.2\.3$/,
    subject: expect.stringMatching(/^user_/),
    async prepare() {
      accountsMade += 1;
      const { url, attempt } = await ask(beginSingleSignOn, { origin: cellURL }, {});
      const { search: query } = await provider.signIn(url, `carl${accountsMade}`);
      return () => ask(completeSingleSignOn, { attempt, query }, {});
    },
  },
  changePin: {
    action: 'people.setPin',
    target: /^users\/user_\S+ from/,
    prepare: simply(() => ask(changePin, { password, pin })),
  },
  openControlPanel: {
    action: 'people.openControlPanel',
    target: /^users\/user_\S+ from/,
    prepare: simply(() => ask(openControlPanel, { pin })),
  },
  changePassword: {
    action: 'people.changePassword',
    target: /^users\/user_\S+ from/,
    prepare: simply(() => ask(changePassword, { currentPassword: password, newPassword: password })),
  },
  inviteUser: {
    action: 'users.create',
    target: /^users\/user_\S+$/,
    prepare: simply(() => ask(inviteUser, { name: 'Bob', username: 'bob', permissions: {} })),
  },
  createResetLink: {
    action: 'people.resetLink',
    target: /^users\/user_\S+ from/,
    prepare: simply(() => ask(createResetLink, { id: ada.id ?? '' })),
  },
  createToken: {
    action: 'tokens.create',
    target: /^tokens\//,
    prepare: simply(() => ask(createToken, { name: 'CI' })),
  },
  rotateSigningKeys: {
    action: 'signingKeys.rotate',
    target: 'signingKeys from 10.1.2.3',
    prepare: simply(() => ask(rotateSigningKeys, {})),
  },
  endSession: {
    action: 'people.endSession',
    target: /^sessions\/session_\S+ from/,
    async prepare() {
      const other = await begin();
      return () => ask(endSession, { id: other.accessId ?? '' });
    },
  },
  signOut: {
    action: 'people.signOut',
    target: /^users\/user_\S+ from/,
    async prepare() {
      const other = await begin();
      return () => ask(signOut, {}, other);
    },
  },
};

/** Possible only while there is no user. */
const firstOnly = new Set(['createSetUpLink', 'setUp']);

const markerAction = 'test.marker';

/** Returns the entries after this seq. */
const since = async (seq: number) =>
  (await bench.list()).filter((entry) => entry.seq > seq && entry.action !== markerAction);

/** Returns the seq of a marker sent now: all earlier entries are then in the log, too. */
async function settle(): Promise<number> {
  const id = randomUUID();
  const at = bench.clock.wallNow().toISOString();
  const nothing = { code: null, robotKind: null, traceID: null, contentHash: null };
  const subject = { id: '', name: '' };
  const marker = { id, at, subject, door: 'http', action: markerAction, target: '', outcome: 'accepted', ...nothing };
  await bench.database.query('INSERT INTO identity."Outbox" ("messageId", "subject", "payload") VALUES ($1, $2, $3)', [
    id,
    'event.audit.entry',
    JSON.stringify(marker),
  ]);
  const readNewest = async () => {
    // The outbox is checked periodically.
    await bench.clock.advance(1000);
    return (await bench.list({ limit: 1 }))[0];
  };
  await expect.poll(async () => (await readNewest())?.id, { timeout: 20_000 }).toBe(id);
  return (await readNewest())?.seq ?? 0;
}

const counts = ['Session', 'SigningKey', 'TokenSecret', 'Link', 'Credential', 'ExternalAccount', 'Entity']
  .map((table) => `(SELECT count(*) FROM identity."${table}") AS "${table}"`)
  .join();
const countRows = async () => (await bench.database.query(`SELECT ${counts}`)).rows;

describe('call at the port of the service', () => {
  it.each(Object.entries(acts))('%s leaves exactly one entry in the audit log', async (_name, act) => {
    const perform = await act.prepare();
    const before = await settle();
    await perform();
    await settle();
    const { action, target, subject = ada?.id, door = 'http' } = act;
    const told = await since(before);
    expect(told).toMatchObject([
      {
        action,
        door,
        outcome: 'accepted',
        target: typeof target === 'string' ? target : expect.stringMatching(target),
      },
    ]);
    expect(told[0]?.subject.id).toEqual(subject);
  });

  it.each(['people.setUpLink', 'people.signIn', 'signingKeys.rotate'])('stores no secret with %s', async (action) => {
    const kept = JSON.stringify(await bench.list({ action }));
    expect(kept).not.toMatch(/cwl_|cws_|cw_/);
  });

  it('leaves no entry of a refused act', async () => {
    const before = await settle();
    await expect(ask(signIn, { username: 'ada', password: 'a guess' }, {})).rejects.toMatchObject({
      code: 'authorization_required',
    });
    await expect(ask(openControlPanel, { pin: '000000' })).rejects.toMatchObject({ code: 'forbidden' });
    await settle();
    expect(await since(before)).toEqual([]);
  });

  it.each(Object.entries(acts).filter(([name]) => !firstOnly.has(name)))(
    'has no effect if its entry cannot be stored: %s',
    async (_name, { prepare }) => {
      const perform = await prepare();
      await settle();
      await bench.database.query(`CREATE FUNCTION identity."noSpace"() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$`);
      await bench.database.query(
        'CREATE TRIGGER "full" BEFORE INSERT ON identity."Outbox" FOR EACH ROW EXECUTE FUNCTION identity."noSpace"()',
      );
      const before = await countRows();
      await expect(perform()).rejects.toMatchObject({ code: expect.stringMatching(/unavailable|conflict/) });
      expect(await countRows()).toEqual(before);
      await bench.database.query('DROP FUNCTION identity."noSpace" CASCADE');
    },
  );
});

describe('call with an effect', () => {
  it.each(badProofs())('does nothing and leaves no entry for an author whose proof is %s', async (_, proof) => {
    const before = await settle();
    const author = { name: 'Ada', proof };
    const refused = { code: 'authorization_required' };
    await expect(bench.calls.ask(createToken, { name: 'CI' }, { author })).rejects.toMatchObject(refused);
    await expect(bench.calls.ask(createResetLink, { id: ada.id ?? '' }, { author })).rejects.toMatchObject(refused);
    await expect(bench.calls.ask(rotateSigningKeys, {}, { author })).rejects.toMatchObject(refused);
    const json = Buffer.from('{"permissions":{"account":true}}');
    const change = { entity: 'users', id: ada.id ?? '', json, isMerge: true, expectedVersion: 0, commandKey: '' };
    const save = bench.stored.saveEntity({ ...change, caller: { door: 'http', proof } });
    await expect(save).rejects.toMatchObject(refused);
    await settle();
    expect(await since(before)).toEqual([]);
  });

  it('requires the permission in the proof', async () => {
    const author = { id: 'user_bob', name: 'Bob', permissions: ['connectToRobot'] };
    await expect(bench.calls.ask(createResetLink, { id: ada.id ?? '' }, { author })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("the permission 'Account', which Bob does not have"),
    });
  });
});

describe('calls of the service', () => {
  const withEffect = Object.values<CallDefinition>(callsOf.identity).filter(({ effect }) => effect !== 'none');

  it('have a row above if they have an effect', () => {
    expect(Object.keys(acts).sort()).toEqual(withEffect.map(({ name }) => name).sort());
  });

  it('have their own audit entry or change a document with one', () => {
    const withoutOwn = withEffect.filter(({ audit }) => !audit).map(({ name }) => name);
    expect(withoutOwn.sort()).toEqual(['createToken', 'inviteUser']);
  });
});
