import { systemClock } from '@cellwright/service-kit';
import { StartError } from '../start-error.ts';
import { findFreePort, findFreePorts } from '../supervision/port-blocks.ts';
import { superviseChild } from '../supervision/supervisor.ts';
import { waitForPort } from '../supervision/wait-for-port.ts';
import { startControllers } from './controllers.ts';
import { openDatabase } from './database.ts';
import { findOnPath } from './find-on-path.ts';
import { ownServicesOf } from './own-services.ts';
import { type Env, type Supervise, startGateway, startService, startStopListener } from './service-processes.ts';
import { refuseWrongSettings } from './settings.ts';
import type { RunningCell, ShapeContext } from './shape.ts';
import { webFolder } from './web-folder.ts';

/** One process per service, on real NATS, Redis and Postgres: found by URL, or started from the PATH. */
export async function startProcesses(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, log, lifecycle, onProgress, onProcess } = context;
  const supervisor = { clock: systemClock, lifecycle, log, logPath: folder.logPath, onProcess };
  refuseWrongSettings(context.env);
  const supervise: Supervise = async (spec) => void (await superviseChild(spec, supervisor));
  const [databaseUrl, natsUrl, redisUrl, controllers] = await Promise.all([
    openDatabase(context),
    openNats(context, supervise),
    openRedis(context, supervise),
    startControllers(supervisor, context.env),
  ]);

  onProgress('Starting the services');
  const shared: Env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl, REDIS_URL: redisUrl };
  const ports = await findFreePorts([
    'identity',
    'equipment',
    'motion',
    'planner',
    'library',
    'runner',
    'gateway',
    'stop',
  ]);
  const port = config.PORT || ports.gateway;
  const stopPort = config.STOP_PORT || ports.stop;
  const own = Object.entries({ ...ports, gateway: port, stop: stopPort }).map(([name, each]) => [
    `${name}_ADDRESS`,
    `127.0.0.1:${each}`,
  ]);
  const egress = ownServicesOf({ ...shared, ...controllers, ...Object.fromEntries(own) }, context.env.OWN_SERVICES);
  const start = async (name: string, port: number, env: Env) => {
    await startService({ name, port, env: { ...context.env, ...shared, ...env } }, supervise);
    return `127.0.0.1:${port}`;
  };
  const at = (port: number) => `127.0.0.1:${port}`;
  const owners = {
    RUNNER_ADDRESS: at(ports.runner),
    LIBRARY_ADDRESS: at(ports.library),
    IDENTITY_ADDRESS: at(ports.identity),
  };
  const [identity, equipment, motion] = await Promise.all([
    start('identity', ports.identity, { EQUIPMENT_ADDRESS: at(ports.equipment) }),
    start('equipment', ports.equipment, { ...egress, ...owners }),
    start('motion', ports.motion, { SOCKET_PORT: String(ports.planner) }),
  ]);
  const library = await start('library', ports.library, {
    EQUIPMENT_ADDRESS: equipment,
    IDENTITY_ADDRESS: identity,
  });
  const runner = await start('routine-runner', ports.runner, {
    LIBRARY_ADDRESS: library,
    MOTION_ADDRESS: motion,
    EQUIPMENT_ADDRESS: equipment,
    ...controllers,
  });
  const addresses = {
    LIBRARY_ADDRESS: library,
    RUNNER_ADDRESS: runner,
    EQUIPMENT_ADDRESS: equipment,
    IDENTITY_ADDRESS: identity,
    PLANNER_ADDRESS: `127.0.0.1:${ports.planner}`,
  };
  const door = { HOST: config.HOST, ADMIN_KEY_FILE: folder.adminKeyFile };
  const env = { WEB_FOLDER: webFolder, ...context.env, ...shared, ...addresses, ...door };
  await Promise.all([
    startGateway({ name: 'gateway', port, env }, supervise),
    startStopListener({ port: stopPort, env }, supervise),
  ]);
  return { url: `http://localhost:${port}` };
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
