import { fileURLToPath } from 'node:url';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { createHealth, createMetrics, silentLogger } from '@cellwright/service-kit';
import { createGrpcClient, type GrpcClient } from '@cellwright/service-kit/grpc';
import { createDatabase, type TestDatabase, VirtualClock } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from './app.ts';
import { connectDatabase } from './store/database.ts';

const day = 86_400_000;
const adminKey = 'cwadmin_test';
let database: TestDatabase;
let identity: Awaited<ReturnType<typeof build>>;
let client: GrpcClient<typeof IdentityServiceService>;
const clock = new VirtualClock();

beforeAll(async () => {
  database = await createDatabase();
  identity = await build({
    databaseUrl: database.url,
    migrations: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    port: 0,
    adminKey,
    clock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  client = createGrpcClient(IdentityServiceService, (await identity.start()).address);
});
afterAll(async () => {
  client.channel.close();
  await identity.stop();
  await database.drop();
});

const make = (
  change: { name?: string; expiresInDays?: number; permissions?: string[]; idempotencyKey?: string } = {},
) =>
  client.createToken({ name: 'CI', expiresInDays: 0, permissions: ['connectToRobot'], idempotencyKey: '', ...change });
const authenticate = (token: string, isLoopback = false) => client.authenticate({ token, isLoopback });
const refused = { code: 'authorization_required', message: 'Invalid token' };

describe('a developer token', () => {
  it('says who it belongs to and what it may do', async () => {
    const { secret, token } = await make({ name: 'Line 3' });
    expect(await authenticate(secret)).toMatchObject({
      subjectId: token?.id,
      name: 'Line 3',
      permissions: ['connectToRobot'],
    });
  });

  it('is stored only as its hash', async () => {
    const { secret } = await make();
    const { prisma, close } = connectDatabase(database.url);
    expect(JSON.stringify(await prisma.token.findMany())).not.toContain(secret.slice(3));
    await close();
  });

  it('ends when it expires', async () => {
    const { secret } = await make({ expiresInDays: 2 });
    await clock.advance(2 * day - 1000);
    await expect(authenticate(secret)).resolves.toBeDefined();
    await clock.advance(2000);
    await expect(authenticate(secret)).rejects.toMatchObject(refused);
  });

  it('ends when it is revoked, which may be said twice', async () => {
    const { secret, token } = await make();
    const { id } = token ?? { id: '' };
    await client.revokeToken({ id });
    await client.revokeToken({ id });
    await expect(authenticate(secret)).rejects.toMatchObject(refused);
    const { items } = await client.listTokens({});
    expect(items.find((item) => item.id === id)?.revokedAt).not.toBe('');
  });

  it('is not made twice by a command that is sent again', async () => {
    const idempotencyKey = 'once';
    const [first, second] = await Promise.all([make({ idempotencyKey }), make({ idempotencyKey })]);
    expect(second.secret).toBe(first.secret);
  });

  it.each([
    [{ name: '  ' }, 'needs a name'],
    [{ permissions: ['everything'] }, "no permission 'everything'"],
    [{ expiresInDays: -1 }, '1 to 3650 days'],
  ])('is refused when asked for wrongly: %j', async (wrong, message) => {
    await expect(make(wrong)).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: expect.stringContaining(message),
    });
  });

  it.each(['', 'cw_', 'x'.repeat(500), `cw_${'a'.repeat(43)}`])('that does not exist is refused: %s', async (token) => {
    await expect(authenticate(token)).rejects.toMatchObject(refused);
  });

  it('that does not exist cannot be revoked', async () => {
    await expect(client.revokeToken({ id: 'token_nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the admin key', () => {
  it('may do everything, on this machine only', async () => {
    expect((await authenticate(adminKey, true)).permissions).toEqual(['account', 'connectToRobot', 'controlPanel']);
    await expect(authenticate(adminKey, false)).rejects.toMatchObject(refused);
  });
});
