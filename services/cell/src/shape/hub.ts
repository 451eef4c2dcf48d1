import {
  createInProcessBus,
  durableConsumers,
  loadConfig,
  startAdminServer,
  systemClock,
} from '@cellwright/service-kit';
import { readInternalTLS, readPeers } from '@cellwright/service-kit/callers';
import { createBusHub } from '@cellwright/service-kit/hub';
import { readOrMakeAuditKey } from '../data/data-folder.ts';
import { findFreePort, findFreePorts } from '../supervision/port-blocks.ts';
import { createStopGroups } from '../supervision/stop-groups.ts';
import { superviseChild } from '../supervision/supervisor.ts';
import { chooseHttpsPort, httpsHostOf, httpsURLAt } from '../tls/cell-tls.ts';
import { type CallSecrets, makeCallSecrets } from './call-secrets.ts';
import { openDatabase } from './database.ts';
import { openFleetNats } from './fleet-nats.ts';
import { migrationsOf } from './migrations.ts';
import { webFolder } from './product-folders.ts';
import { type Env, type Supervise, startGateway, waitUntilGatewayReady } from './service-processes.ts';
import type { RunningCell, ShapeContext } from './shape.ts';

const nodeFlags = ['--max-semi-space-size=2', '--max-old-space-size=256'];

/** Unused address: a hub has no robot, and the gateway refuses calls of its services. */
const away = '127.0.0.1:9';
const absentServices: Env = {
  LIBRARY_ADDRESS: away,
  RUNNER_ADDRESS: away,
  DRY_RUN_ADDRESS: away,
  EQUIPMENT_ADDRESS: away,
  SOFTWARE_UPDATE_ADDRESS: away,
  PLANNER_ADDRESS: away,
};

/** The hub of a fleet on one machine: users and boxes in this process, the gateway and NATS in others. */
export async function startHub(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, tls, log, metrics, health, onProgress, onProcess } = context;
  const group = createStopGroups(context.lifecycle, ['database', 'nats', 'bus', 'services', 'gateway'], log);
  const supervise = (name: 'nats' | 'gateway'): Supervise => {
    const lifecycle = group(name);
    const options = { clock: systemClock, lifecycle, log, logPath: folder.logPath, onProcess };
    return async (spec) => void (await superviseChild(spec, options));
  };
  const secrets = makeCallSecrets(context.env);
  const ports = await findFreePorts(['identity', 'hub', 'gateway', 'https']);
  const address: Env = {
    ...absentServices,
    IDENTITY_ADDRESS: `127.0.0.1:${ports.identity}`,
    HUB_ADDRESS: `127.0.0.1:${ports.hub}`,
  };
  const bus = createInProcessBus({ log, metrics, durables: durableConsumers });
  group('bus').onStop('bus', () => bus.close());
  const busServer = await createBusHub(bus, { log, tls: readInternalTLS(context.env, log) });
  group('bus').onStop('bus server', () => busServer.close());
  const busEnv: Env = { NATS_URL: busServer.url, BUS_SECRET: busServer.secret };
  const port = config.PORT || ports.gateway;
  const httpsPort = await chooseHttpsPort(config, ports.https);
  const env = {
    ...{ WEB_FOLDER: webFolder, ...secrets.otherEnv, ...secrets.envOf('gateway'), ...address, ...tls.env },
    ...busEnv,
    HOST: config.HOST,
    ...{ ADMIN_KEY_FILE: folder.adminKeyFile, ANNOUNCEMENT_FILE: folder.announcementFile },
  };
  const gateway = startGateway(
    { name: 'gateway', port, httpsPort, env, nodeFlags, endsWithCell: true },
    supervise('gateway'),
  );
  const { migrateHub } = await import('./migrate-hub.ts');
  const [database, nats] = await Promise.all([
    openDatabase(context, group('database'), migrateHub),
    openFleetNats(context, supervise('nats')),
  ]);
  onProgress('Starting the services');
  const lifecycle = group('services');
  const own = {
    ...{ ...secrets.otherEnv, ...busEnv, ...address },
    ...{ DATABASE_URL: database.services, AUDIT_KEY: readOrMakeAuditKey(folder) },
  };
  const { startIdentity } = await import('./inner-identity.ts');
  await startIdentity({ ...context, lifecycle, env: own, port: ports.identity, bus, secrets });
  const hubEnv = { ...own, FLEET_NATS_URL: nats.url, HUB_KEYS_FILE: nats.keysFile };
  await startHubService({ ...context, lifecycle, env: hubEnv, port: ports.hub, bus, secrets });
  await gateway;
  const adminPort = config.ADMIN_PORT || (await findFreePort());
  const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: adminPort });
  context.lifecycle.onStop('admin', () => admin.close());
  return {
    url: `http://localhost:${port}`,
    httpsUrl: httpsURLAt(httpsHostOf(config), httpsPort),
    untilReady: () => waitUntilGatewayReady(port, context.lifecycle.stopping),
  };
}

type InnerContext = Omit<ShapeContext, 'env'> & {
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly bus: ReturnType<typeof createInProcessBus>;
  readonly secrets: CallSecrets;
};

async function startHubService(context: InnerContext): Promise<void> {
  const { config, env, port, bus, secrets, log, metrics, health, lifecycle } = context;
  const { build } = await import('@cellwright/hub');
  const { configSchema, settingsOf } = await import('@cellwright/hub/config');
  const given = { FLEET_NATS_PUBLIC_PORT: String(config.FLEET_NATS_PORT), ...env };
  const settings = loadConfig(configSchema, { ...given, GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port) });
  const service = await build({
    ...settingsOf(settings),
    ...{ clock: systemClock, log, metrics, health, bus },
    peers: readPeers('hub', { env: secrets.envOf('hub'), log, metrics }),
    migrations: migrationsOf('hub'),
  });
  lifecycle.onStop('hub', (signal) => service.stop(signal));
  await service.start();
}
