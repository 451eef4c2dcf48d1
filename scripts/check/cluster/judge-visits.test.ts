import { describe, expect, it } from 'vitest';
import { expected, isPortKind, judgeVisit, type PortKind, type Visit } from './judge-visits.ts';
import { listeningPorts } from './strangers.ts';

const silent: Visit = {
  ...{ port: 4000, health: 'UNAVAILABLE', calls: [], http: {}, opened: [], controller: [] },
  ...{ nats: '', redis: '', postgres: 'Connection terminated unexpectedly' },
};
const answer = (status: string) => ({ method: '/cellwright.RunnerService/Stop', status, details: '' });

/** Example of a refusal by each kind of port. */
const refusals: Readonly<Record<PortKind, Partial<Visit>>> = {
  grpc: { health: 'OK', calls: [answer('UNAUTHENTICATED'), answer('UNIMPLEMENTED')] },
  planner: { http: { 'GET /': 404 } },
  line: { controller: ['the peer did not prove its identity'] },
  admin: { http: { 'GET /health/live': 200, 'GET /metrics': 200, 'POST /stop': 404 } },
  http: { http: { 'GET /': 200, 'POST /stop': 404 } },
  stop: { http: { 'GET /health/live': 200, 'POST /stop': 404 } },
  client: { nats: "-ERR 'Authorization Violation'" },
  postgres: { postgres: 'password authentication failed for user "postgres"' },
  redis: { redis: '-NOAUTH Authentication required.' },
};
const kinds = Object.keys(expected).filter(isPortKind);

describe('judgeVisit', () => {
  it.each(kinds)('accepts a refusal of %s', (kind) => {
    expect(judgeVisit(kind, { ...silent, ...refusals[kind] })).toEqual([]);
  });

  it.each([
    ['a gRPC call', { calls: [answer('OK')] }],
    ['a socket', { opened: ['/plan_path'] }],
    ['a controller', { controller: ['connected'] }],
    ['a client of NATS', { nats: '+OK\r\nPONG\r\n' }],
    ['a client of Redis', { redis: '+PONG\r\n' }],
    ['a client of Postgres', { postgres: 'connected' }],
  ])('reports %s that was served, at every kind of port', (_what, served) => {
    for (const kind of kinds)
      expect([kind, judgeVisit(kind, { ...silent, ...refusals[kind], ...served }).length > 0]).toEqual([kind, true]);
  });

  it.each(kinds.filter((kind) => expected[kind].http !== undefined))('reports a page that %s answers', (kind) => {
    const http = { ...refusals[kind].http, 'POST /debug': 200 };
    expect(judgeVisit(kind, { ...silent, ...refusals[kind], http })).toEqual(['answers POST /debug']);
  });

  it.each(['grpc', 'line', 'client', 'postgres', 'redis'] as const)('reports %s without the refusal', (kind) => {
    expect(judgeVisit(kind, silent)).toEqual([`is not as expected: ${expected[kind].does}`]);
  });

  it('reports a gRPC port with a method that requires no authentication', () => {
    const calls = [answer('UNAUTHENTICATED'), answer('INVALID_ARGUMENT')];
    expect(judgeVisit('grpc', { ...silent, health: 'OK', calls })).toHaveLength(1);
  });
});

describe('listeningPorts', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 00000000:0FA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000 10001        0 1 1 0 100 0 0 10 0',
    '   1: 0100007F:201E 00000000:0000 0A 00000000:00000000 00:00000000 00000000 10001        0 2 1 0 100 0 0 10 0',
    '   2: 0A0AF40A:0FA0 0C0AF40A:C4F2 01 00000000:00000000 00:00000000 00000000 10001        0 3 1 0 20 4 30 10 -1',
    '   3: 00000000000000000000000000000000:238C 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000',
    '   4: 00000000000000000000000001000000:1538 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000',
  ].join('\n');

  it('reads ports on which others can connect, without loopback and connections', () => {
    expect(listeningPorts(table)).toEqual([4000, 9100]);
  });
});
