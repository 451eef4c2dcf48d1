import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { findListeningPorts } from '@cellwright/testkit';
import { inExhaustiveRuns, isExhaustive } from '@cellwright/testkit/exhaustive';
import { secretVariablesOf } from '@cellwright/topology';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findRunning } from '../src/data/data-folder.ts';
import { findFreePorts } from '../src/supervision/port-blocks.ts';
import { accessCell } from './faults/fault-cell.fixture.ts';
import { makeDataPath, type Shape, startCell, type TestCell } from './harness.ts';
import { countRoles, findRole, type PortRole } from './port-roles.fixture.ts';
import { describeSignedOut } from './signed-out.contract.ts';
import type { Visit } from './stranger.fixture.ts';
import { switchOn } from './switch-on.fixture.ts';

const stranger = fileURLToPath(new URL('./stranger.fixture.ts', import.meta.url));
/** Controllers with new secrets, as in every real cell. */
const ownSecrets = Object.fromEntries(secretVariablesOf('controller').map((name) => [name, '']));

async function visitAll(ports: readonly number[], methods?: readonly string[]): Promise<Visit[]> {
  const methodsElsewhere = isExhaustive() ? undefined : sampledMethods;
  const child = spawn(process.execPath, [bundleSource(stranger)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ ports, methods, methodsElsewhere }));
  // Safe cast: the script prints an array of its own type.
  return JSON.parse(await text(child.stdout)) as Visit[];
}

/** gRPC methods whose misuse has the worst effects. */
const dearestMethods = ['CreateToken', 'CreateResetLink', 'Send', 'Stop', 'RemoveEntity', 'FollowAccess'];
/** At least one method of every service. */
const sampledMethods = [...dearestMethods, 'Actuate', 'ForwardKinematics'];
const healthPaths = ['/health/live', '/health/ready', '/health/dependencies', '/metrics'];

interface ShapePorts {
  readonly shape: Shape;
  /** Number of its ports by kind. The stop listener also serves its health, and accepts only stops with a token or a session. */
  readonly roles: Readonly<Partial<Record<PortRole, number>>>;
  /** True for a gRPC service that one of its ports serves. */
  readonly serves: (service: string) => boolean;
}

const hubServices = [
  'DiagnosticsService',
  'EntityService',
  'HubCallsService',
  'IdentityCallsService',
  'IdentityService',
];
const servesCell = (service: string) => service !== 'HubCallsService';
const shapes: readonly ShapePorts[] = [
  {
    shape: 'processes',
    roles: { gRPC: 7, controller: 2, NATS: 1, Redis: 1, Postgres: 1, health: 11, TLS: 1, silent: 1, HTTP: 1 },
    serves: servesCell,
  },
  {
    shape: 'compact',
    roles: { gRPC: 7, controller: 2, Postgres: 1, health: 5, TLS: 1, silent: 1, HTTP: 2 },
    serves: servesCell,
  },
  {
    shape: 'hub',
    roles: { gRPC: 2, NATS: 1, Postgres: 1, health: 1, silent: 1, HTTP: 1 },
    serves: (service) => hubServices.includes(service),
  },
];
/** The shape with the most ports in `npm test`, all of them in exhaustive runs. */
const tried = isExhaustive() ? shapes : shapes.slice(0, 1);

const serviceOf = (method: string) => method.split('/')[1]?.split('.')[1] ?? '';
const contracts = new URL('../../../proto/cellwright/', import.meta.url);
/** Every method that the contracts describe. */
const knownMethods = readdirSync(contracts).flatMap((file) => {
  const contract = readFileSync(new URL(file, contracts), 'utf8');
  return [...contract.matchAll(/^service (\w+) \{(.*?)^\}/gms)].flatMap(([, service, body = '']) =>
    [...body.matchAll(/^ {2}rpc (\w+)/gm)].map(([, method]) => `/cellwright.${service}/${method}`),
  );
});

const devicesSchema = z.object({ items: z.array(z.object({ simulatorPort: z.number() })) });

/** Returns the ports that take what any local user sends, with the reason. */
async function findOpenByDesign({ dataPath, url, client }: TestCell, shape: Shape): Promise<Map<number, string>> {
  const gateway = findRunning(dataPath)?.processes.find(({ name }) => name === 'gateway');
  const open = new Map<number, string>();
  for (const port of [Number(new URL(url).port), gateway?.httpsPort])
    if (port !== undefined) open.set(port, 'the entry point of people and programs, with sessions and tokens');
  if (shape === 'hub') return open;
  const headers = { authorization: `Bearer ${client.adminKey}` };
  const answer = await fetch(`${url}/api/v1/cell/equipment?limit=100`, { headers });
  for (const { simulatorPort } of devicesSchema.parse(await answer.json()).items)
    open.set(simulatorPort, 'a simulated device, whose protocol has no credentials; it moves nothing real');
  return open;
}

function requireCell(cell: TestCell | undefined): TestCell {
  if (!cell) throw new Error('the cell did not start');
  return cell;
}

/** The protocols of a line have no credentials: their ports are open by design while external control is on. */
function describeLinePorts(find: () => TestCell): void {
  const host = '127.0.0.1';
  const listOpened = (protocol: 'tcp' | 'udp', before: ReadonlySet<number>) =>
    [...findListeningPorts(find().pid, protocol).keys()].filter((port) => !before.has(port)).sort();

  it('include those of external control only while it is on', async () => {
    const cell = find();
    const access = accessCell(cell);
    const before = new Set(findListeningPorts(cell.pid).keys());
    const none = new Set<number>();
    const ports = await findFreePorts(['etherNetIP', 'cyclic', 'modbus', 'opcUA']);
    const save = async (change: object) => {
      const saved = await access.call('PATCH', '/external-control-settings/1', JSON.stringify(change));
      expect(saved.status, saved.text).toBe(200);
    };
    await switchOn(cell, ['etherNetIP']);
    await save({
      ...{ isEnabled: true, robotKind: 'simulated' },
      etherNetIPAdapter: { host, port: ports.etherNetIP, ioPort: ports.cyclic },
      modbus: { isEnabled: true, host, port: ports.modbus, allowedClients: [host] },
      opcUA: { isEnabled: true, host, port: ports.opcUA },
    });
    const patience = { timeout: 60_000 };
    const listAll = () => [listOpened('tcp', before), listOpened('udp', none)];
    // The adapter opens its datagrams after its stream: both are waited for.
    const wanted = [[ports.etherNetIP, ports.modbus, ports.opcUA].sort(), [ports.etherNetIP, ports.cyclic].sort()];
    await expect.poll(listAll, patience).toEqual(wanted);
    await save({ isEnabled: false });
    await expect.poll(listAll, patience).toEqual([[], []]);
  }, 150_000);
}

describe.each(tried)(
  'internal ports of a cell in the shape $shape, for another local user',
  ({ shape, roles, serves }) => {
    const data = makeDataPath();
    let cell: TestCell | undefined;
    let visits: Visit[] = [];
    let ports = new Map<number, number>();
    const isSampled = shape === 'compact' && !isExhaustive();

    beforeAll(async () => {
      const started = await startCell(shape, data.path, ownSecrets);
      cell = started;
      ports = findListeningPorts(started.pid);
      for (const port of (await findOpenByDesign(started, shape)).keys()) ports.delete(port);
      // Every method in the shape with most ports; the other one has the same services.
      visits = await visitAll([...ports.keys()], isSampled ? sampledMethods : undefined);
    }, 300_000);
    afterAll(async () => {
      await cell?.stop();
      data.remove();
    }, 60_000);

    it('refuse each in the way of a known kind, whatever listens', async () => {
      const nameOf = ({ port }: Visit) => `${port} of ${readFileSync(`/proc/${ports.get(port)}/cmdline`, 'utf8')}`;
      expect(visits.filter((visit) => findRole(visit) === undefined).map(nameOf)).toEqual([]);
      expect(countRoles(visits)).toEqual(roles);
      // A look-up of a name has a UDP socket for a moment.
      await expect.poll(() => [...findListeningPorts(requireCell(cell).pid, 'udp').keys()]).toEqual([]);
    });

    it('refuse every gRPC method of every service', () => {
      const grpc = visits.filter(({ health }) => health === 'OK');
      const calls = grpc.flatMap((each) => each.calls);
      const statuses = new Set(calls.map(({ status }) => status));
      // A port returns UNIMPLEMENTED for methods of other services.
      expect([...statuses].sort()).toEqual(['UNAUTHENTICATED', 'UNIMPLEMENTED']);
      const methods = new Set(calls.map(({ method }) => method));
      if (!isSampled) expect([...methods].sort()).toEqual([...knownMethods].sort());
      const refused = calls.filter(({ status }) => status === 'UNAUTHENTICATED');
      const served = [...methods].filter((method) => serves(serviceOf(method)));
      expect(new Set(refused.map(({ method }) => method))).toEqual(new Set(served));
      for (const { details } of refused) expect(details).toContain('did not prove its identity');
    });

    it('answer no gRPC call where there is no gRPC server', () => {
      const others = visits.filter(({ health }) => health !== 'OK');
      expect(others.flatMap(({ calls }) => calls).filter(({ status }) => status === 'OK')).toEqual([]);
    });

    it('refuse tokens, reset links, commands and removals by name', () => {
      const served = visits.flatMap(({ calls }) => calls).filter(({ method }) => serves(serviceOf(method)));
      const dearest = dearestMethods.filter((name) => served.some(({ method }) => method.endsWith(`/${name}`)));
      expect(dearest.length).toBeGreaterThan(3);
      for (const name of dearest) {
        const answers = served.filter(({ method }) => method.endsWith(`/${name}`));
        expect([name, answers.some(({ status }) => status === 'UNAUTHENTICATED')]).toEqual([name, true]);
        expect([name, answers.some(({ status }) => status === 'OK')]).toEqual([name, false]);
      }
    });

    it('answer HTTP for health and metrics only, and GET only', () => {
      const answered = visits.flatMap(({ http }) => Object.entries(http)).filter(([, status]) => status < 400);
      expect([...new Set(answered.map(([asked]) => asked))].sort()).toEqual(
        healthPaths.map((path) => `GET ${path}`).sort(),
      );
    });

    it('open no WebSocket of the bus hub or the planner', () => {
      expect(visits.flatMap(({ port, opened }) => opened.map((address) => `${port}${address}`))).toEqual([]);
    });

    it('give neither command nor a view of a controller', () => {
      expect(visits.flatMap(({ controller }) => controller)).not.toContain('connected');
      const refused = visits.filter(({ controller }) => controller[0]?.includes('did not prove'));
      expect(refused).toHaveLength(roles.controller ?? 0);
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
        expect(own.size).toBeGreaterThan((roles.gRPC ?? 0) + (roles.health ?? 0));
        expect([...own].filter((address) => !closed?.includes(address))).toEqual([]);
      });
    }

    if (shape === 'processes') inExhaustiveRuns(() => describeLinePorts(() => requireCell(cell)));

    if (shape !== 'hub') {
      describeSignedOut(() => accessCell(requireCell(cell)));
    }

    it('leave no secret on a command line', () => {
      const lines = [...ports.values()].map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      for (const line of lines) expect(line).not.toMatch(/SECRET|PASSWORD|requirepass/i);
    });

    it('belong to a cell that still works', async () => {
      await expect.poll(async () => (await fetch(`${cell?.url}/health/ready`)).status).toBe(200);
    });
  },
);
