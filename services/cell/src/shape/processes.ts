import { systemClock } from '@cellwright/service-kit';
import { readOrMakeAuditKey } from '../data/data-folder.ts';
import { findFreePorts } from '../supervision/port-blocks.ts';
import { superviseChild } from '../supervision/supervisor.ts';
import { chooseHttpsPort, httpsHostOf, httpsURLAt } from '../tls/cell-tls.ts';
import { makeCallSecrets } from './call-secrets.ts';
import { startControllers } from './controllers.ts';
import { openDatabase } from './database.ts';
import { ownServicesOf } from './own-services.ts';
import { examplesFolder, webFolder } from './product-folders.ts';
import {
  describeExternalControl,
  type Env,
  type Supervise,
  startGateway,
  startService,
  startStopListener,
  stopPortsEnv,
  waitUntilGatewayReady,
} from './service-processes.ts';
import { refuseWrongSettings } from './settings.ts';
import type { RunningCell, ShapeContext } from './shape.ts';
import { openNats, openRedis } from './stores.ts';

/** Starts one process per service, on real NATS, Redis and Postgres: configured by URL, or started from the PATH. */
export async function startProcesses(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, tls, log, lifecycle, onProgress, onProcess } = context;
  const supervisor = { clock: systemClock, lifecycle, log, logPath: folder.logPath, onProcess };
  refuseWrongSettings(context.env);
  const supervise: Supervise = async (spec) => void (await superviseChild(spec, supervisor));
  const secrets = makeCallSecrets(context.env);
  const given = secrets.otherEnv;
  const [{ services: databaseUrl }, bus, redisUrl, controllers] = await Promise.all([
    openDatabase(context),
    openNats(context, supervise),
    openRedis(context, supervise),
    startControllers(supervisor, { ...given, ...secrets.envOf('controller') }),
  ]);

  onProgress('Starting the services');
  const shared: Env = { DATABASE_URL: databaseUrl, ...bus, REDIS_URL: redisUrl };
  const names = ['identity', 'equipment', 'motion', 'library', 'routine-runner', 'dry-run', 'software-update'] as const;
  const ports = await findFreePorts([...names, 'planner', 'gateway', 'https', 'stop', 'stopHttps', 'externalControl']);
  const adminPorts = await findFreePorts(names);
  const port = config.PORT || ports.gateway;
  const httpsPort = await chooseHttpsPort(config, ports.https);
  const stopPort = config.STOP_PORT || ports.stop;
  const stopHttpsPort = config.STOP_HTTPS_PORT || ports.stopHttps;
  const outer = { gateway: port, https: httpsPort, stop: stopPort, stopHttps: stopHttpsPort };
  const own = Object.entries({ ...ports, ...outer }).map(([name, each]) => [`${name}_ADDRESS`, `127.0.0.1:${each}`]);
  const egress = ownServicesOf(
    { ...shared, ...controllers.addresses, ...Object.fromEntries(own) },
    [...Object.values(adminPorts), ...controllers.adminPorts],
    given.OWN_SERVICES,
  );
  const start = async (name: (typeof names)[number], settings: Env) => {
    const env = { ...given, ...shared, ...secrets.envOf(name), ...settings };
    await startService({ name, port: ports[name], adminPort: adminPorts[name], env }, supervise);
    return `127.0.0.1:${ports[name]}`;
  };
  const at = (port: number) => `127.0.0.1:${port}`;
  const owners = {
    RUNNER_ADDRESS: at(ports['routine-runner']),
    LIBRARY_ADDRESS: at(ports.library),
    IDENTITY_ADDRESS: at(ports.identity),
  };
  const [identity, equipment, motion] = await Promise.all([
    start('identity', { EQUIPMENT_ADDRESS: at(ports.equipment), AUDIT_KEY: readOrMakeAuditKey(folder) }),
    start('equipment', { ...egress, ...owners, KINDS_FOLDER: folder.kindsPath }),
    start('motion', { SOCKET_PORT: String(ports.planner) }),
  ]);
  const library = await start('library', {
    EQUIPMENT_ADDRESS: equipment,
    IDENTITY_ADDRESS: identity,
    KINDS_FOLDER: folder.kindsPath,
  });
  const runner = await start('routine-runner', {
    LIBRARY_ADDRESS: library,
    MOTION_ADDRESS: motion,
    EQUIPMENT_ADDRESS: equipment,
    ...controllers.addresses,
    KINDS_FOLDER: folder.kindsPath,
  });
  const [dryRun, softwareUpdate] = await Promise.all([
    start('dry-run', {
      LIBRARY_ADDRESS: library,
      EQUIPMENT_ADDRESS: equipment,
      RUNNER_ADDRESS: runner,
      KINDS_FOLDER: folder.kindsPath,
    }),
    start('software-update', { RUNNER_ADDRESS: runner, SOFTWARE_FOLDER: folder.softwarePath }),
  ]);
  const addresses = {
    LIBRARY_ADDRESS: library,
    RUNNER_ADDRESS: runner,
    DRY_RUN_ADDRESS: dryRun,
    EQUIPMENT_ADDRESS: equipment,
    IDENTITY_ADDRESS: identity,
    SOFTWARE_UPDATE_ADDRESS: softwareUpdate,
    PLANNER_ADDRESS: `127.0.0.1:${ports.planner}`,
  };
  const door = {
    ...tls.env,
    HOST: config.HOST,
    ADMIN_KEY_FILE: folder.adminKeyFile,
    ANNOUNCEMENT_FILE: folder.announcementFile,
  };
  const stopPorts = stopPortsEnv(stopPort, stopHttpsPort);
  const outside = {
    WEB_FOLDER: webFolder,
    EXAMPLES_FOLDER: examplesFolder,
    ...given,
    ...shared,
    ...addresses,
    ...door,
    ...stopPorts,
  };
  await Promise.all([
    startGateway({ name: 'gateway', port, httpsPort, env: { ...outside, ...secrets.envOf('gateway') } }, supervise),
    startStopListener(
      { port: stopPort, httpsPort: stopHttpsPort, env: { ...outside, ...secrets.envOf('stop-listener') } },
      supervise,
    ),
    supervise(
      describeExternalControl(ports.externalControl, {
        ...given,
        ...bus,
        ...addresses,
        ...secrets.envOf('external-control'),
        EXTERNAL_CONTROL_FOLDER: folder.externalControlPath,
      }),
    ),
  ]);
  return {
    url: `http://localhost:${port}`,
    httpsUrl: httpsURLAt(httpsHostOf(config), httpsPort),
    untilReady: () => waitUntilGatewayReady(port, context.lifecycle.stopping),
  };
}
