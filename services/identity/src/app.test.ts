import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createToken, issueApiToken } from '@cellwright/calls';
import { EntityServiceService } from '@cellwright/proto/entity';
import { type AccessRecord, IdentityServiceService } from '@cellwright/proto/identity';
import {
  createHealth,
  createInProcessBus,
  createMemoryStore,
  createMetrics,
  silentLogger,
} from '@cellwright/service-kit';
import { type CallAuthor, type CallClient, connectCalls } from '@cellwright/service-kit/calls';
import { createGrpcClient, type GrpcClient } from '@cellwright/service-kit/grpc';
import { anyPeers, provenAuthor, provenCaller, testVoucher } from '@cellwright/service-kit/testing/peers';
import { type OwnPostgresServer, startPostgres, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { build } from './app.ts';

const day = 86_400_000;
let postgres: OwnPostgresServer;
let database: TestDatabase;
let identity: Awaited<ReturnType<typeof build>>;
let client: GrpcClient<typeof IdentityServiceService>;
let calls: CallClient;
let stored: GrpcClient<typeof EntityServiceService>;
const clock = new VirtualClock();

async function start(): Promise<void> {
  identity = await build({
    peers: anyPeers('identity'),
    voucher: testVoucher,
    databaseUrl: database.url,
    auditKey: 'cwaudit_app-test',
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    port: 0,
    bus: createInProcessBus(),
    store: createMemoryStore({ clock }),
    clock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { address } = await identity.start();
  client = createGrpcClient(IdentityServiceService, address);
  calls = connectCalls('identity', { address });
  stored = createGrpcClient(EntityServiceService, address);
}

async function stop(): Promise<void> {
  client.channel.close();
  calls.channel.close();
  stored.channel.close();
  await identity.stop();
}

beforeAll(async () => {
  postgres = await startPostgres();
  database = await postgres.createDatabase();
  await start();
});
afterAll(async () => {
  await stop();
  await postgres.stop();
});

const make = async (
  { idempotencyKey = '', ...change }: { idempotencyKey?: string; [field: string]: unknown } = {},
  maker: Partial<CallAuthor> = {},
) => {
  const author = provenAuthor({ id: 'maker', name: 'A', permissions: ['connectToRobot', 'account'], ...maker });
  const wanted = { name: 'CI', expiresInDays: 0, permissions: ['connectToRobot'], ...change };
  const { outputJson } = await calls.send(createToken, wanted, { author, idempotencyKey });
  return createToken.output.parse(JSON.parse(outputJson.toString('utf8')));
};
const tokenSchema = z.looseObject({ id: z.string(), name: z.string(), lastUsedAt: z.string().nullable() });
const caller = provenCaller({ subjectId: 'admin', name: 'A', door: 'http' });
const revoke = (id: string) =>
  stored.removeEntity({ entity: 'tokens', id, caller, expectedVersion: 0, commandKey: '' });
const readToken = async (id: string) =>
  tokenSchema.parse(
    JSON.parse(
      Buffer.from(
        (await stored.getEntity({ entity: 'tokens', id, caller, version: 0 })).document?.json ?? '{}',
      ).toString(),
    ),
  );
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Follows the list like a gateway: a copy kept current by the stream. */
function follow() {
  const ending = new AbortController();
  const records = new Map<string, AccessRecord>();
  const heard = { isWhole: false, heartbeats: 0 };
  const reading = (async () => {
    for await (const { event } of client.followAccess({}, { signal: ending.signal })) {
      if (event?.$case === 'snapshot') {
        for (const record of event.value.records) records.set(record.secretHash, record);
        heard.isWhole ||= event.value.isLast;
      } else if (event?.$case === 'granted') records.set(event.value.secretHash, event.value);
      else if (event?.$case === 'removed') records.delete(event.value.secretHash);
      else heard.heartbeats += 1;
    }
  })().catch(() => undefined);
  return {
    records,
    heard,
    knows: (secret: string) => records.has(hashOf(secret)),
    whole: () => expect.poll(() => heard.isWhole).toBe(true),
    async end() {
      ending.abort();
      await reading;
    },
  };
}

let door: ReturnType<typeof follow> | undefined;
afterEach(async () => {
  await door?.end();
  door = undefined;
});
async function openDoor(): Promise<ReturnType<typeof follow>> {
  door = follow();
  await door.whole();
  return door;
}

describe('assembly mode', () => {
  const setMode = (robotOperationMode: string) =>
    stored.saveEntity({
      entity: 'robotIdentity',
      caller,
      id: '1',
      json: Buffer.from(JSON.stringify({ robotOperationMode })),
      isMerge: true,
      expectedVersion: 0,
      commandKey: '',
    });

  it('refuses tokens for programs with instructions', async () => {
    const refusal = { code: 'forbidden', message: expect.stringContaining("Set its operation mode to 'live'") };
    await setMode('assembly');
    try {
      await expect(make()).rejects.toMatchObject(refusal);
      const author = provenAuthor({ id: 'holder', name: 'A', permissions: ['connectToRobot'], accessId: 'session_1' });
      await expect(calls.ask(issueApiToken, {}, { author })).rejects.toMatchObject(refusal);
    } finally {
      await setMode('live');
    }
    expect((await make()).secret).toMatch(/^cw_/);
  });
});

describe('developer token', () => {
  it('has an owner and permissions', async () => {
    const { secret, token } = await make({ name: 'Line 3' });
    const { records } = await openDoor();
    expect(records.get(hashOf(secret))).toMatchObject({
      subjectId: token?.id,
      name: 'Line 3',
      permissions: ['connectToRobot'],
      expiresAt: '',
    });
  });

  it('has only its hash in the store', async () => {
    const { secret } = await make();
    for (const table of ['TokenSecret', 'Entity', 'EntityReply', 'Outbox']) {
      const { rows } = await database.query(`SELECT * FROM identity."${table}"`);
      expect(JSON.stringify(rows)).not.toContain(secret.slice(3));
    }
  });

  it('shows its last use, regardless of the order of the reports', async () => {
    const { secret, token } = await make();
    const secretHash = hashOf(secret);
    await client.reportUse({ uses: [{ secretHash, usedAt: '2026-02-01T00:00:00.000Z' }] });
    await client.reportUse({ uses: [{ secretHash, usedAt: '2026-01-01T00:00:00.000Z' }] });
    await expect
      .poll(async () => {
        await clock.advance(31_000);
        return (await readToken(token.id)).lastUsedAt;
      })
      .toBe('2026-02-01T00:00:00.000Z');
    await expect(client.reportUse({ uses: [{ secretHash, usedAt: 'yesterday' }] })).rejects.toMatchObject({
      code: 'request_failed_validation',
    });
  });

  it('exists once after a repeated command', async () => {
    const idempotencyKey = 'once';
    const [first, second] = await Promise.all([make({ idempotencyKey }), make({ idempotencyKey })]);
    expect(second.secret).toBe(first.secret);
  });

  it('inherits the permissions of its creator, except creating tokens', async () => {
    const { token } = await make({ permissions: undefined });
    expect(token.permissions).toEqual(['connectToRobot']);
  });

  it.each(['account', 'controlPanel'])(
    'cannot have the permission %s, which its creator cannot give',
    async (wanted) => {
      await expect(make({ permissions: [wanted] })).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it('cannot be created by another token', async () => {
    const maker = { access: 'developerToken', permissions: ['connectToRobot'] };
    await expect(make({}, maker)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'A token cannot create tokens. Sign in as a user to create one',
    });
  });

  it.each([
    [{ name: '  ' }, 'needs a name'],
    [{ permissions: ['everything'] }, 'permissions/0: '],
    [{ expiresInDays: -1 }, 'expiresInDays: '],
  ])('fails for an invalid request: %j', async (wrong, message) => {
    await expect(make(wrong)).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining(message),
    });
  });

  it('cannot be revoked if it does not exist', async () => {
    await expect(revoke('token_nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('gateway that follows access', () => {
  it('receives a new token', async () => {
    const { knows } = await openDoor();
    const { secret } = await make();
    await expect.poll(() => knows(secret)).toBe(true);
  });

  it('receives the end of a revoked token', async () => {
    const { secret, token } = await make();
    const { knows } = await openDoor();
    await revoke(token.id);
    await expect.poll(() => knows(secret)).toBe(false);
    await expect(readToken(token.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps a token that only expired because the clock was set, also when the list is read again', async () => {
    const { secret } = await make({ expiresInDays: 2 });
    const { knows } = await openDoor();
    clock.shiftWall(3 * day);
    await clock.advance(1000);
    expect(knows(secret)).toBe(true);
    await make();
    expect(knows(secret)).toBe(true);
    clock.shiftWall(-3 * day);
  });

  it('receives a heartbeat each second, so that it detects a silent connection', async () => {
    const { heard } = await openDoor();
    for (let second = 0; second < 3; second++) {
      const before = heard.heartbeats;
      await expect
        .poll(async () => {
          await clock.advance(1000);
          return heard.heartbeats;
        })
        .toBeGreaterThan(before);
    }
  });

  it('receives a list of any length completely, and the same after a restart', async () => {
    await database.query(
      `WITH made AS (SELECT 'token_' || n AS id, lpad(n::text, 64, '0') AS hash FROM generate_series(1, 2500) n),
       secrets AS (INSERT INTO identity."TokenSecret" ("id", "secretHash") SELECT id, hash FROM made)
       INSERT INTO identity."Entity" ("entity", "id", "version", "body", "createdAt", "updatedAt")
       SELECT 'tokens', id, 1, json_build_object('id', id, 'name', 'n', 'permissions', '{}'::text[], 'expiresAt', NULL,
         'createdByID', '', 'createdByName', '')::text, now(), now() FROM made`,
    );
    const { secret } = await make();
    await stop();
    await start();
    const { records, knows } = await openDoor();
    expect(knows(secret)).toBe(true);
    expect(records.size).toBeGreaterThan(2500);
  });

  it('gets responses while the database does not respond, and later receives changes made to the store in the meantime', async () => {
    const { secret, token } = await make();
    postgres.pause();
    try {
      const { knows } = await openDoor();
      expect(knows(secret)).toBe(true);
    } finally {
      postgres.resume();
    }
    await database.query(`UPDATE identity."Entity" SET "removedAt" = now() WHERE "id" = '${token.id}'`);
    const { knows } = await openDoor();
    await expect
      .poll(async () => {
        await clock.advance(5000);
        return knows(secret);
      })
      .toBe(false);
  });
});
