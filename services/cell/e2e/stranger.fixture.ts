// Another local user, or a pod: tries every internal protocol on every port given on standard input, without any secret.
// Reads { ports, methods, methodsElsewhere, host } and prints a `Visit` for each port, as JSON. It calls the gRPC methods
// named by `methods`, those of `methodsElsewhere` on ports without a gRPC server, and without a list every method; without
// `host` this machine. As root it becomes the user 65534 first.
import { request as requestOverTLS } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connectController } from '@cellwright/controller-link';
import { noPerson } from '@cellwright/domain/cell';
import { CallRequest } from '@cellwright/proto/calls';
import { DiagnosticsServiceService } from '@cellwright/proto/diagnostics';
import { DryRunCallsServiceService } from '@cellwright/proto/dry_run_calls';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { EquipmentCallsServiceService } from '@cellwright/proto/equipment_calls';
import { HubCallsServiceService } from '@cellwright/proto/hub_calls';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { IdentityCallsServiceService } from '@cellwright/proto/identity_calls';
import { LibraryServiceService } from '@cellwright/proto/library';
import { LibraryCallsServiceService } from '@cellwright/proto/library_calls';
import { MotionServiceService } from '@cellwright/proto/motion';
import { RoutineRunnerCallsServiceService } from '@cellwright/proto/routine_runner_calls';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { SoftwareUpdateCallsServiceService } from '@cellwright/proto/software_update_calls';
import { systemClock } from '@cellwright/service-kit';
import { noAuthor, toWireAuthor } from '@cellwright/service-kit/calls';
import { healthServiceDefinition } from '@cellwright/service-kit/grpc';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import pg from 'pg';
import { WebSocket } from 'ws';
import * as z from 'zod';

const nobody = 65_534;
const patienceMS = 15_000;
const httpPatienceMS = 15_000;
const attempts = 3;
/** Time of silence after which a response counts as complete, ms. */
const quietMS = 1000;

/** Responses of a port. */
export interface Visit {
  readonly port: number;
  /** gRPC status of the health service. */
  readonly health: string;
  /** Method, gRPC status and text of every call. */
  readonly calls: readonly { readonly method: string; readonly status: string; readonly details: string }[];
  /** Method and path of HTTP requests, with the status; requests without a response are omitted. */
  readonly http: Readonly<Record<string, number>>;
  /** Status of `GET /` over TLS, whichever certificate; 0 for a port without TLS. */
  readonly tls: number;
  /** WebSocket addresses that opened. */
  readonly opened: readonly string[];
  /** The refusal of a controller's hello, or 'connected'. */
  readonly controller: readonly string[];
  /** Response of the port to text of NATS and of Redis. */
  readonly nats: string;
  readonly redis: string;
  readonly postgres: string;
}

const definitions = [
  DiagnosticsServiceService,
  DryRunCallsServiceService,
  EntityServiceService,
  EquipmentServiceService,
  EquipmentCallsServiceService,
  HubCallsServiceService,
  IdentityServiceService,
  IdentityCallsServiceService,
  SoftwareUpdateCallsServiceService,
  LibraryServiceService,
  LibraryCallsServiceService,
  MotionServiceService,
  RoutineRunnerCallsServiceService,
  RunnerServiceService,
];
const claims: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'cellwright-caller': 'gateway' },
  { 'cellwright-caller': 'gateway', 'cellwright-proof': 'g'.repeat(43) },
];
const paths = ['/', '/health', '/health/live', '/health/ready', '/health/dependencies', '/metrics', '/debug', '/stop'];

interface Method {
  readonly path: string;
  readonly responseStream: boolean;
}

function call(client: Client, { path, responseStream }: Method, claim: Readonly<Record<string, string>>, body: Buffer) {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(claim)) metadata.set(key, value);
  const options = { deadline: Date.now() + patienceMS };
  const bytes = (value: Buffer) => value;
  return new Promise<{ status: string; details: string }>((resolve) => {
    const end = (code: number, details: string) => resolve({ status: status[code] ?? String(code), details });
    if (!responseStream) {
      client.makeUnaryRequest(path, bytes, bytes, body, metadata, options, (error) =>
        end(error?.code ?? status.OK, error?.details ?? ''),
      );
      return;
    }
    const stream = client.makeServerStreamRequest(path, bytes, bytes, body, metadata, options);
    stream.on('data', () => {
      end(status.OK, '');
      stream.cancel();
    });
    stream.on('error', () => undefined);
    stream.on('status', ({ code, details }) => end(code, details));
  });
}

/** Real requests for the most critical methods; all others get an empty one. */
const bodies: Readonly<Record<string, Buffer>> = {
  [IdentityCallsServiceService.createToken.path]: Buffer.from(
    CallRequest.encode({
      inputJson: Buffer.from(JSON.stringify({ name: 'stranger', expiresInDays: 0 })),
      document: Buffer.alloc(0),
      author: toWireAuthor({ ...noAuthor, proof: { ...noPerson, standIn: 'machine' } }),
      idempotencyKey: '',
      robot: undefined,
    }).finish(),
  ),
  [RunnerServiceService.stop.path]: RunnerServiceService.stop.requestSerialize({
    robotKind: 1,
    caller: undefined,
    isEmergency: true,
    reason: 'stranger',
  }),
};

const { ports, methods, methodsElsewhere, host } = z
  .object({
    ports: z.array(z.number()),
    methods: z.array(z.string()).optional(),
    methodsElsewhere: z.array(z.string()).optional(),
    host: z.string().default('127.0.0.1'),
  })
  .parse(JSON.parse(await text(process.stdin)));

async function callAll(port: number) {
  const client = new Client(`${host}:${port}`, credentials.createInsecure());
  const health = await call(client, healthServiceDefinition.check, {}, Buffer.alloc(0));
  const names = health.status === 'OK' ? methods : (methodsElsewhere ?? methods);
  const chosen = definitions
    .flatMap((definition): Method[] => Object.values(definition))
    .filter(({ path }) => names === undefined || names.includes(path.split('/').at(-1) ?? ''));
  const calls = await Promise.all(
    chosen.flatMap((method) =>
      claims.map(async (claim) => {
        const answer = await call(client, method, claim, bodies[method.path] ?? Buffer.alloc(0));
        return { method: method.path, ...answer };
      }),
    ),
  );
  client.close();
  return { health: health.status, calls };
}

async function request(port: number): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  const ask = async (method: string, path: string) => {
    const once = () => {
      const signal = AbortSignal.timeout(httpPatienceMS);
      return fetch(`http://${host}:${port}${path}`, { method, signal }).catch(() => undefined);
    };
    let response: Response | undefined;
    // A port for stops closes the oldest connections of strangers, and those with a late request.
    for (let attempt = 0; attempt < attempts && !response; attempt++) response = await once();
    if (response) answers[`${method} ${path}`] = response.status;
    await response?.body?.cancel();
  };
  await Promise.all(paths.flatMap((path) => ['GET', 'POST', 'PUT', 'DELETE'].map((method) => ask(method, path))));
  return answers;
}

function askOverTLS(port: number): Promise<number> {
  return new Promise((resolve) => {
    const options = { host, port, path: '/', rejectUnauthorized: false, agent: false, timeout: patienceMS } as const;
    const asked = requestOverTLS(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('timeout', () => asked.destroy()).on('error', () => resolve(0));
    asked.end();
  });
}

async function openSockets(port: number): Promise<string[]> {
  const addresses = ['/', '/plan_path?robotKind=live', '/inverse_kinematics?robotKind=simulated'];
  const headers = [{}, { authorization: `Bearer ${'g'.repeat(43)}` }, claims[2]];
  const opened = addresses.flatMap((address) =>
    headers.map(
      (given) =>
        new Promise<string[]>((resolve) => {
          const socket = new WebSocket(`ws://${host}:${port}${address}`, {
            headers: given,
            handshakeTimeout: patienceMS,
          });
          socket.on('open', () => {
            socket.terminate();
            resolve([address]);
          });
          socket.on('error', () => resolve([]));
        }),
    ),
  );
  return (await Promise.all(opened)).flat();
}

async function command(port: number): Promise<string[]> {
  const proofs = [
    { caller: '', secret: '' },
    { caller: 'routine-runner', secret: 'g'.repeat(43) },
    { caller: 'gateway', secret: 'g'.repeat(43) },
  ];
  const options = { host, port, clock: systemClock, commander: 'stranger' };
  const tries = proofs.flatMap((proof) =>
    [true, false].map(async (takesCommand) => {
      const line = await connectController({ ...options, proof, takesCommand, connectTimeoutMS: patienceMS });
      if (line.ok) await line.driver.close();
      return line.ok ? 'connected' : line.reason;
    }),
  );
  return await Promise.all(tries);
}

/** Sends text and returns the response until no more data arrives. */
function say(port: number, words: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, host);
    const end = () => {
      clearTimeout(waiting);
      socket.destroy();
      resolve(answer);
    };
    let waiting = setTimeout(end, patienceMS);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      clearTimeout(waiting);
      waiting = setTimeout(end, quietMS);
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.write(words);
  });
}

async function signInToPostgres(port: number): Promise<string> {
  const options = { host, port, user: 'postgres', password: 'guess', connectionTimeoutMillis: patienceMS };
  const client = new pg.Client({ ...options, database: 'cellwright' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return 'connected';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** At the same time: a port that does not know a protocol may stay silent until the end of the patience. */
async function tryOthers(port: number) {
  const [tls, opened, controller, nats, redis, postgres] = await Promise.all([
    askOverTLS(port),
    openSockets(port),
    command(port),
    say(port, 'CONNECT {"verbose":true}\r\nSUB > 1\r\nPUB runner.live.patch 2\r\n{}\r\nPING\r\n'),
    say(port, 'PING\r\nKEYS *\r\nFLUSHALL\r\n'),
    signInToPostgres(port),
  ]);
  return { tls, opened, controller, nats, redis, postgres };
}

async function visitAll(ports: readonly number[]): Promise<Visit[]> {
  const calls = await Promise.all(ports.map(callAll));
  // One port at a time: with thousands of parallel calls, this process would send its requests too late.
  const http: Record<string, number>[] = [];
  for (const port of ports) http.push(await request(port));
  const others = await Promise.all(ports.map(tryOthers));
  return ports.map((port, at) => ({ port, ...defined(calls[at]), http: defined(http[at]), ...defined(others[at]) }));
}

function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A port was not visited');
  return value;
}

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
const visits = await visitAll(ports);
process.stdout.write(JSON.stringify(visits), () => process.exit(0));
