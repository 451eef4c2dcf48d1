import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findListeningPorts } from '@cellwright/testkit';
import { isExhaustive } from '@cellwright/testkit/exhaustive';
import { secretVariablesOf } from '@cellwright/topology';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunning } from '../src/data/data-folder.ts';
import { accessCell } from './faults/fault-cell.fixture.ts';
import { makeDataPath, type Shape, startCell, type TestCell } from './harness.ts';
import { describeSignedOut } from './signed-out.contract.ts';
import type { Visit } from './stranger.fixture.ts';

const stranger = fileURLToPath(new URL('./stranger.fixture.ts', import.meta.url));
/** Controllers with new secrets, as in every real cell. */
const ownSecrets = Object.fromEntries(secretVariablesOf('controller').map((name) => [name, '']));

async function visitAll(ports: readonly number[], methods?: readonly string[]): Promise<Visit[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', stranger], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ ports, methods }));
  // Safe cast: the script prints an array of its own type.
  return JSON.parse(await text(child.stdout)) as Visit[];
}

/** gRPC methods whose misuse has the worst effects. */
const dearestMethods = ['CreateToken', 'CreateResetLink', 'Send', 'Stop', 'RemoveEntity', 'FollowAccess'];
/** At least one method of every service. */
const sampledMethods = [...dearestMethods, 'Actuate', 'ForwardKinematics'];
const healthPaths = ['/health/live', '/health/ready', '/health/dependencies', '/metrics'];

/** The stop listener also serves its health, and accepts only stops with a token or a session. */
const shapes: readonly { readonly shape: Shape; readonly grpcPorts: number; readonly adminPorts: number }[] = [
  { shape: 'processes', grpcPorts: 6, adminPorts: 10 },
  { shape: 'compact', grpcPorts: 6, adminPorts: 5 },
];
/** The shape with the most ports in `npm test`, both in exhaustive runs. */
const tried = isExhaustive() ? shapes : shapes.slice(0, 1);

describe.each(tried)(
  'internal ports of a cell in the shape $shape, for another local user',
  ({ shape, grpcPorts, adminPorts }) => {
    const data = makeDataPath();
    let cell: TestCell | undefined;
    let visits: Visit[] = [];
    let ports = new Map<number, number>();

    beforeAll(async () => {
      const started = await startCell(shape, data.path, ownSecrets);
      cell = started;
      ports = findListeningPorts(started.pid);
      // The gateway's port is the public entry point, with tokens and sessions.
      ports.delete(Number(new URL(started.url).port));
      // Every method in the shape with most ports; the other one has the same services.
      const isSampled = shape === 'compact' && !isExhaustive();
      visits = await visitAll([...ports.keys()], isSampled ? sampledMethods : undefined);
    }, 300_000);
    afterAll(async () => {
      await cell?.stop();
      data.remove();
    }, 60_000);

    it('refuse every gRPC method of every service', () => {
      const grpc = visits.filter(({ health }) => health === 'OK');
      expect(grpc).toHaveLength(grpcPorts);
      const calls = grpc.flatMap((each) => each.calls);
      const statuses = new Set(calls.map(({ status }) => status));
      // A port returns UNIMPLEMENTED for methods of other services.
      expect([...statuses].sort()).toEqual(['UNAUTHENTICATED', 'UNIMPLEMENTED']);
      const methods = new Set(calls.map(({ method }) => method));
      const refused = calls.filter(({ status }) => status === 'UNAUTHENTICATED');
      expect(new Set(refused.map(({ method }) => method))).toEqual(methods);
      for (const { details } of refused) expect(details).toContain('did not prove its identity');
    });

    it('answer no gRPC call where there is no gRPC server', () => {
      const others = visits.filter(({ health }) => health !== 'OK');
      expect(others.flatMap(({ calls }) => calls).filter(({ status }) => status === 'OK')).toEqual([]);
    });

    it('refuse tokens, reset links, commands and removals by name', () => {
      for (const name of dearestMethods) {
        const answers = visits.flatMap(({ calls }) => calls).filter(({ method }) => method.endsWith(`/${name}`));
        expect([name, answers.some(({ status }) => status === 'UNAUTHENTICATED')]).toEqual([name, true]);
        expect([name, answers.some(({ status }) => status === 'OK')]).toEqual([name, false]);
      }
    });

    it('answer HTTP for health and metrics only, and GET only', () => {
      const answered = visits.flatMap(({ http }) => Object.entries(http)).filter(([, status]) => status < 400);
      expect([...new Set(answered.map(([asked]) => asked))].sort()).toEqual(
        healthPaths.map((path) => `GET ${path}`).sort(),
      );
      expect(visits.filter(({ http }) => http['GET /health/live'] === 200)).toHaveLength(adminPorts);
    });

    it('open no WebSocket of the bus hub or the planner', () => {
      expect(visits.flatMap(({ port, opened }) => opened.map((address) => `${port}${address}`))).toEqual([]);
    });

    it('give neither command nor a view of a controller', () => {
      expect(visits.flatMap(({ controller }) => controller)).not.toContain('connected');
      const refused = visits.filter(({ controller }) => controller[0]?.includes('did not prove'));
      expect(refused).toHaveLength(2);
      for (const { controller } of refused) {
        for (const reason of controller) expect(reason).toContain('did not prove its identity');
      }
    });

    it('serve no client without a password on NATS, Redis and Postgres', () => {
      for (const { nats, redis, postgres } of visits) {
        expect(nats).not.toMatch(/^(\+OK|PONG|MSG)/m);
        expect(redis).not.toMatch(/^(\+PONG|\+OK|\*\d)/m);
        expect(postgres).not.toBe('connected');
      }
      const isStarted = shape === 'processes' ? 1 : 0;
      expect(visits.filter(({ nats }) => nats.includes('Authorization Violation'))).toHaveLength(isStarted);
      expect(visits.filter(({ redis }) => redis.includes('-NOAUTH'))).toHaveLength(isStarted);
      expect(visits.filter(({ postgres }) => postgres.includes('password authentication failed'))).toHaveLength(1);
    });

    it('belong to servers that do not run as root if they are third-party servers', () => {
      const isRoot = (pid: number) => /^Uid:\s+0\s/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      const isForeign = (pid: number) =>
        /nats-server|redis-server|postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
      expect([...ports.values()].filter((pid) => isForeign(pid) && isRoot(pid))).toEqual([]);
    });

    // Only in this shape the equipment service has an environment of its own.
    if (shape === 'processes') {
      it('refuse steps and devices, also where these may use this machine', () => {
        const { processes = [] } = findRunning(data.path) ?? {};
        const equipment = processes.find(({ name }) => name === 'equipment');
        const settings = readFileSync(`/proc/${equipment?.pid}/environ`, 'utf8').split('\0');
        const closed = settings
          .find((setting) => setting.startsWith('OWN_SERVICES='))
          ?.split('=')[1]
          ?.split(',');
        const announced = processes.flatMap(({ port, adminPort, httpsPort }) => [port, adminPort, httpsPort]);
        const own = new Set(announced.flatMap((port) => (port === undefined ? [] : [`127.0.0.1:${port}`])));
        expect(own.size).toBeGreaterThan(grpcPorts + adminPorts);
        expect([...own].filter((address) => !closed?.includes(address))).toEqual([]);
      });
    }

    describeSignedOut(() => {
      if (!cell) throw new Error('the cell did not start');
      return accessCell(cell);
    });

    it('leave no secret on a command line', () => {
      const lines = [...ports.values()].map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      for (const line of lines) expect(line).not.toMatch(/SECRET|PASSWORD|requirepass/i);
    });

    it('belong to a cell that still works', async () => {
      await expect.poll(async () => (await fetch(`${cell?.url}/health/ready`)).status).toBe(200);
    });
  },
);
