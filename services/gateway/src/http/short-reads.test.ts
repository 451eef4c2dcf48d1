import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProductError } from '@cellwright/domain';
import { createInProcessBus, createMetrics, type EventBus, silentLogger, systemClock } from '@cellwright/service-kit';
import { type GrpcServer, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Authenticator } from '../domain/access-replica.ts';
import { EntityAccess } from '../domain/entity-access.ts';
import type { EntityDoor } from '../domain/entity-door.ts';
import type { Identity } from '../domain/identity.ts';
import { digestSecret } from '../domain/secret-digest.ts';
import { doorLimits } from '../door/limits.ts';
import { startEntityOwner } from '../testing/entity-owner.fixture.ts';
import {
  type GatewayBench,
  goodToken,
  startFakeServices,
  startGatewayBench,
} from '../testing/gateway-bench.fixture.ts';
import { ShortReads } from './short-reads.ts';
import { createTokenLimits } from './token-limits.ts';

const storedSchema = z.object({ id: z.string(), config: z.object({ name: z.string() }) });
const path = '/api/v1/cell/equipment/equipment_1';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('the short way', () => {
  const ada: Identity = { subjectID: 'ada', name: 'Ada', permissions: [] };
  let known: Record<string, Identity>;
  let isFresh: boolean;
  let stored: { id: string; version: number; json: Uint8Array } | undefined;
  let server: Server;
  let url = '';
  const metrics = createMetrics({ defaults: false });
  const authenticator: Authenticator = {
    introduce: () => undefined,
    recognise(token) {
      const identity = known[token ?? ''];
      if (!identity) throw new ProductError('authorization_required', 'Invalid token');
      return identity;
    },
    requireFresh() {
      if (!isFresh) throw new ProductError('unavailable', 'Identity is silent');
    },
    onChange: () => () => undefined,
  };
  const unused = () => Promise.reject(new Error('the short way asks nobody'));
  const door: EntityDoor = {
    ...{ find: unused, get: unused, create: unused, save: unused, remove: unused, restore: unused },
    ...{ listVersions: unused, listUses: unused },
    atHand: (entity, id) => (entity.name === 'equipment' && id === 'equipment_1' ? stored : undefined),
  };

  beforeEach(async () => {
    known = { good: ada };
    isFresh = true;
    stored = { id: 'equipment_1', version: 3, json: Buffer.from('{"name":"Greifer ä"}') };
    const limits = createTokenLimits(doorLimits({ DOOR_TOKEN_BURST: 3, DOOR_TOKEN_PER_SECOND: 1e-6 }), systemClock);
    for (const token of ['good', 'revoked']) limits.take(digestSecret(token), 'somebody else');
    const reads = new ShortReads();
    server = createServer(reads.before((_request, response) => response.end('ordinary')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Sound: it listens on a port.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await (await fetch(url + path, bearer('good'))).text(), 'before it is open').toBe('ordinary');
    reads.open({ authenticator, limits, access: new EntityAccess(door), metrics });
    return () => new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const read = async (at: string, init: RequestInit = bearer('good')) => (await fetch(url + at, init)).text();

  it('answers one stored document to a token that was accepted before, and counts it', async () => {
    const answer = await fetch(url + path, bearer('good'));
    expect(await answer.json()).toEqual({ name: 'Greifer ä' });
    expect(answer.headers.get('etag')).toBe('"3"');
    expect(await metrics.render()).toContain('operation="GET /api/v1/cell/equipment/:id",outcome="2xx"} 1');
  });

  it('answers what is stored now', async () => {
    await read(path);
    stored = { id: 'equipment_1', version: 4, json: Buffer.from('{"name":"B"}') };
    const answer = await fetch(url + path, bearer('good'));
    expect([await answer.text(), answer.headers.get('etag')]).toEqual(['{"name":"B"}', '"4"']);
  });

  it.each([
    ['a query', `${path}?version=2`, bearer('good')],
    ['an escape', '/api/v1/cell/equipment/equipment%5F1', bearer('good')],
    ['a longer path', `${path}/uses`, bearer('good')],
    ['a list', '/api/v1/cell/equipment', bearer('good')],
    ['a document that is not there', '/api/v1/cell/equipment/other', bearer('good')],
    ['an entity that is not kept here', '/api/v1/cell/routines/routine_1', bearer('good')],
    ['another method', path, { method: 'DELETE', ...bearer('good') }],
    ['no token', path, {}],
    ['a token that was not accepted before', path, bearer('new')],
    ['a token that is not known any more', path, bearer('revoked')],
  ])('leaves %s to the ordinary way', async (_what, at, init) => {
    expect(await read(at, init)).toBe('ordinary');
  });

  it('leaves all to the ordinary way while nobody knows whether a token still counts', async () => {
    isFresh = false;
    expect(await read(path)).toBe('ordinary');
  });

  it('leaves a large document to the ordinary way, which counts what waits for slow readers', async () => {
    stored = { id: 'equipment_1', version: 3, json: Buffer.from(`"${'x'.repeat(2000)}"`) };
    expect(await read(path)).toBe('ordinary');
  });

  it('has the ordinary way refuse a token that asks too often', async () => {
    const answers = [];
    for (let round = 0; round < 4; round++) answers.push(await read(path));
    expect(answers).toEqual([...Array(3).fill('{"name":"Greifer ä"}'), 'ordinary']);
  });
});

const areEqual = ([one, other]: readonly string[]) => one === other;

describe('a gateway', () => {
  let bus: EventBus;
  let owner: Awaited<ReturnType<typeof startEntityOwner>>;
  let server: GrpcServer;
  let services: Awaited<ReturnType<typeof startFakeServices>>;
  let bench: GatewayBench;
  let id = '';
  beforeAll(async () => {
    bus = createInProcessBus({ log: silentLogger });
    owner = await startEntityOwner('equipment', bus);
    server = await startGrpcServer({ callers: anyCaller, services: [owner.service], port: 0, log: silentLogger });
    services = await startFakeServices();
    bench = await startGatewayBench({ bus, addresses: { ...services.addresses, equipment: server.address } });
    const body = JSON.stringify({ isEnabled: false, simulatorPort: 4711, config: { kind: 'NoGripper', name: 'Ä' } });
    const made = await call('/api/v1/cell/equipment', { method: 'POST', body });
    expect(made.status, await made.clone().text()).toBe(200);
    id = storedSchema.parse(await made.json()).id;
  });
  afterAll(async () => {
    await bench.stop();
    await server.close();
    await services.close();
    await owner.stop();
  });
  const call = (at: string, init: RequestInit = {}) =>
    fetch(bench.url + at, {
      ...init,
      headers: { authorization: `Bearer ${goodToken}`, 'content-type': 'application/json' },
    });
  const shown = async (answer: Response) => ({
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== 'date').sort(),
    body: await answer.text(),
  });

  it('answers the same bytes and headers by the short way and by the ordinary one', async () => {
    const read = async (query = '') => shown(await call(`/api/v1/cell/equipment/${id}${query}`));
    // Until the replica has the document, its owner answers, with the fields in another order.
    await expect.poll(async () => [await read(), await read('?')].map(({ body }) => body)).toSatisfy(areEqual);
    const short = await read();
    expect(short).toEqual(await read('?'));
    expect(short.body).toContain('"Ä"');
  });

  it('answers what was just changed', async () => {
    for (let round = 0; round < 3; round++) {
      const body = JSON.stringify({ config: { kind: 'NoGripper', name: `Round ${round}` } });
      await call(`/api/v1/cell/equipment/${id}`, { method: 'PATCH', body });
      const { config } = storedSchema.parse(await (await call(`/api/v1/cell/equipment/${id}`)).json());
      expect(config.name).toBe(`Round ${round}`);
    }
  });

  it('refuses a token at once when it was revoked', async () => {
    services.identity.grant('cw_leaving', { subjectId: 't9', name: 'Leaving', permissions: [] });
    const leaving = { headers: { authorization: 'Bearer cw_leaving' } };
    const status = async () => (await fetch(`${bench.url}/api/v1/cell/equipment/${id}`, leaving)).status;
    await expect.poll(status).toBe(200);
    services.identity.revoke('cw_leaving');
    await expect.poll(status).toBe(401);
  });
});
