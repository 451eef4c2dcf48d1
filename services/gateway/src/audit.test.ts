import { type AuditEntry, auditEntrySchema } from '@cellwright/domain/cell';
import { busSubjects } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  calls,
  type GatewayBench,
  goodToken,
  openSocket,
  startGatewayBench,
  watcherToken,
} from './testing/gateway-bench.fixture.ts';

const told: AuditEntry[] = [];
let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench();
  await bench.bus.subscribe(
    busSubjects.auditEntry.subject,
    (message) => void told.push(auditEntrySchema.parse(message.json())),
    {
      durable: 'test',
    },
  );
});
afterAll(() => bench.stop());

const send = (method: string, path: string, token: string, body?: string) =>
  fetch(`${bench.url}/api/v1/cell${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
const findTold = (part: Partial<AuditEntry>) =>
  expect.poll(() => told).toContainEqual(expect.objectContaining({ outcome: 'refused', ...part }));

describe('The audit log of refusals', () => {
  it('names who, what and why for a missing permission, and nothing of the content', async () => {
    await send('PATCH', '/routines/r1', watcherToken, '{"name":"a secret"}');
    await findTold({
      subject: { id: 't2', name: 'Watcher' },
      door: 'http',
      action: 'PATCH /api/v1/cell/routines/:id',
      target: '/api/v1/cell/routines/r1',
      code: 'forbidden',
    });
    expect(JSON.stringify(told)).not.toContain('a secret');
  });

  it('contains an invalid command, but not an invalid query', async () => {
    await send('GET', '/routines?limit=0', goodToken);
    await send('POST', '/tokens', goodToken, '{"name":""}');
    await findTold({ action: 'POST /api/v1/cell/tokens', code: 'request_failed_validation' });
    expect(told.filter(({ action }) => action.startsWith('GET'))).toEqual([]);
  });

  it('contains forbidden queries', async () => {
    await send('GET', '/audit', watcherToken);
    await findTold({ action: 'GET /api/v1/cell/audit', code: 'forbidden' });
  });

  it('contains messages on the runner socket', async () => {
    const { send: say, receive, socket } = openSocket(bench.url);
    await say({ kind: 'authenticate', token: watcherToken });
    await say({ id: 'm1', kind: 'playRoutine', payload: {} });
    await receive(({ id }) => id === 'm1');
    await findTold({
      door: 'socket',
      subject: { id: 't2', name: 'Watcher' },
      action: 'runner.playRoutine',
      target: 'robots/simulated',
      robotKind: 'simulated',
      code: 'forbidden',
    });
    socket.close();
  });
});

describe('Unauthenticated attempts', () => {
  it('share one entry per source address', async () => {
    const clock = new VirtualClock();
    const other = await startGatewayBench({ clock });
    const heard: AuditEntry[] = [];
    await other.bus.subscribe(
      busSubjects.auditEntry.subject,
      (message) => void heard.push(auditEntrySchema.parse(message.json())),
      {
        durable: 'test',
      },
    );
    for (let attempt = 0; attempt < 5; attempt++)
      await fetch(`${other.url}/api/v1/cell/routines`, { headers: { authorization: 'Bearer cw_guess' } });
    await clock.advance(10_000);
    await expect
      .poll(() => heard)
      .toEqual([expect.objectContaining({ subject: { id: '', name: '' }, code: 'authorization_required', count: 5 })]);
    await other.stop();
  });
});

describe('The audit log over HTTP', () => {
  it('can be listed and verified with the permission account', async () => {
    const since = '2026-01-01T00:00:00Z';
    expect(await (await send('GET', `/audit?subjectID=t2&since=${since}`, goodToken)).json()).toEqual({ items: [] });
    expect(calls.findLast(({ method }) => method === 'listAudit')?.request).toMatchObject({ subjectID: 't2', since });
    expect(await (await send('GET', '/audit/verify', goodToken)).json()).toMatchObject({ seq: 3, isEnd: true });
    expect((await send('GET', '/audit/verify', watcherToken)).status).toBe(403);
  });

  it.each(['since=yesterday', 'hash=x', 'limit=0', 'before=-1'])('rejects %s', async (query) => {
    const path = query.startsWith('hash') ? '/audit/verify' : '/audit';
    expect((await send('GET', `${path}?${query}`, goodToken)).status).toBe(400);
  });
});
