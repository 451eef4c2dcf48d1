import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@cellwright/service-kit';
import { StartError } from '../start-error.ts';
import { type ChildSpec, superviseChild } from '../supervision/supervisor.ts';
import { findFreePort, waitForPort } from '../supervision/wait-for-port.ts';
import { startControllers } from './controllers.ts';
import { openDatabase } from './database.ts';
import { findOnPath } from './find-on-path.ts';
import type { RunningCell, ShapeContext } from './shape.ts';

type Env = Record<string, string>;

/** One process per service, on real NATS, Redis and Postgres: found by URL, or started from the PATH. */
export async function startProcesses(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, log, lifecycle, onProgress, onProcess } = context;
  const supervisor = { clock: systemClock, lifecycle, log, logPath: folder.logPath, onProcess };
  const supervise = async (spec: ChildSpec): Promise<void> => void (await superviseChild(spec, supervisor));
  const [databaseUrl, natsUrl, redisUrl, controllers] = await Promise.all([
    openDatabase(context),
    openNats(context, supervise),
    openRedis(context, supervise),
    startControllers(supervisor, context.env),
  ]);

  onProgress('Starting the services');
  const shared: Env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl, REDIS_URL: redisUrl };
  const start = (name: string, env: Env) => startService(name, { ...shared, ...env }, context, supervise);
  const plannerPort = await findFreePort();
  const [identity, equipment, motion] = await Promise.all([
    start('identity', { ADMIN_KEY_FILE: folder.adminKeyFile }),
    start('equipment', { RUN_SIMULATORS: 'true' }),
    start('motion', { SOCKET_PORT: String(plannerPort) }),
  ]);
  const library = await start('library', { EQUIPMENT_ADDRESS: equipment });
  const runner = await start('routine-runner', {
    LIBRARY_ADDRESS: library,
    MOTION_ADDRESS: motion,
    EQUIPMENT_ADDRESS: equipment,
    SIMULATED_CONTROLLER: `127.0.0.1:${controllers.simulated}`,
    LIVE_CONTROLLER: `127.0.0.1:${controllers.live}`,
  });
  const addresses = {
    LIBRARY_ADDRESS: library,
    RUNNER_ADDRESS: runner,
    EQUIPMENT_ADDRESS: equipment,
    IDENTITY_ADDRESS: identity,
    PLANNER_ADDRESS: `127.0.0.1:${plannerPort}`,
  };
  const port = config.PORT || (await findFreePort());
  await startGateway(port, { ...shared, ...addresses, HOST: config.HOST }, context, supervise);
  return { url: `http://localhost:${port}` };
}

type Supervise = (spec: ChildSpec) => Promise<void>;

async function startService(name: string, env: Env, context: ShapeContext, supervise: Supervise): Promise<string> {
  const [grpcPort, adminPort] = [await findFreePort(), await findFreePort()];
  await supervise({
    name,
    command: process.execPath,
    args: [entryOf(name)],
    env: { ...context.env, ...env, GRPC_PORT: String(grpcPort), ADMIN_PORT: String(adminPort) },
    port: grpcPort,
    graceMS: 12_000,
    waitUntilReady: (signal) => waitUntilHealthy(adminPort, signal),
  });
  return `127.0.0.1:${grpcPort}`;
}

async function startGateway(port: number, env: Env, context: ShapeContext, supervise: Supervise): Promise<void> {
  await supervise({
    name: 'gateway',
    command: process.execPath,
    args: [entryOf('gateway')],
    env: { ...context.env, ...env, PORT: String(port) },
    port,
    graceMS: 12_000,
    waitUntilReady: (signal) => waitUntilHealthy(port, signal),
  });
}

async function waitUntilHealthy(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
}

function entryOf(service: string): string {
  return fileURLToPath(new URL(`../../${service}/dist/main.js`, import.meta.url));
}

async function openNats({ config, folder, env }: ShapeContext, supervise: Supervise): Promise<string> {
  if (config.NATS_URL) return config.NATS_URL;
  const command = requireServer('nats-server', 'NATS_URL');
  const port = await findFreePort();
  await supervise({
    name: 'nats',
    command,
    args: ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder.natsPath],
    env,
    port,
    waitUntilReady: (signal) => waitForPort(port, signal),
  });
  return `nats://127.0.0.1:${port}`;
}

async function openRedis({ config, env }: ShapeContext, supervise: Supervise): Promise<string> {
  if (config.REDIS_URL) return config.REDIS_URL;
  const command = requireServer('redis-server', 'REDIS_URL');
  const port = await findFreePort();
  // Holds only what may vanish, so nothing is written to disk.
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  await supervise({ name: 'redis', command, args, env, port, waitUntilReady: (signal) => waitForPort(port, signal) });
  return `redis://127.0.0.1:${port}`;
}

function requireServer(command: string, variable: string): string {
  const found = findOnPath(command);
  if (found) return found;
  throw new StartError(
    `The shape --processes needs ${command}, which is not on the PATH. Install it (Debian: apt-get install ${command}), or name a server with ${variable}`,
  );
}
