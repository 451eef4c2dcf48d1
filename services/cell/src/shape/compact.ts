import {
  createInProcessBus,
  durableConsumers,
  type EventBus,
  type Lifecycle,
  startAdminServer,
  systemClock,
} from '@cellwright/service-kit';
import { openBus } from '@cellwright/service-kit/bus';
import { readInternalTLS, readPeers } from '@cellwright/service-kit/callers';
import { createBusHub } from '@cellwright/service-kit/hub';
import { readOrMakeAuditKey } from '../data/data-folder.ts';
import { findFreePort, findFreePorts } from '../supervision/port-blocks.ts';
import { isAddressInUse, PortTakenError } from '../supervision/port-taken-error.ts';
import { createStopGroups } from '../supervision/stop-groups.ts';
import { type SupervisorOptions, superviseChild } from '../supervision/supervisor.ts';
import { chooseHttpsPort, httpsHostOf, httpsURLAt } from '../tls/cell-tls.ts';
import { makeCallSecrets } from './call-secrets.ts';
import { startControllers } from './controllers.ts';
import { openDatabase } from './database.ts';
import { ownServicesOf } from './own-services.ts';
import { examplesFolder, webFolder } from './product-folders.ts';
import {
  checkGatewayReady,
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

/**
 * V8 releases memory late: limits that a service stays far below keep it small at rest. Small young spaces also make
 * its collections short.
 */
const nodeFlags = ['--max-semi-space-size=2', '--max-old-space-size=512'];

/**
 * The default shape: the arm's commander and the gateway run in separate processes, so that no load at the gateway, on
 * documents or on plans delays the commander's heartbeat. All other services run in this process, whose bus the two
 * share. Independent parts start in parallel, and stop in order.
 */
export async function startCompact(context: ShapeContext): Promise<RunningCell> {
  const { config, folder, tls, log, metrics, health, onProgress, onProcess } = context;
  refuseWrongSettings(context.env);
  const groups = ['database', 'controllers', 'bus', 'services', 'runner', 'externalControl', 'gateway'] as const;
  const group = createStopGroups(context.lifecycle, groups, log);
  const supervisor = (lifecycle: Lifecycle): SupervisorOptions => {
    return { clock: systemClock, lifecycle, log, logPath: folder.logPath, onProcess };
  };
  const supervise = (lifecycle: Lifecycle): Supervise => {
    return async (spec) => void (await superviseChild(spec, supervisor(lifecycle)));
  };
  const secrets = makeCallSecrets(context.env);
  const given = secrets.otherEnv;
  const services = [
    'identity',
    'equipment',
    'motion',
    'planner',
    'library',
    'runner',
    'dryRun',
    'softwareUpdate',
    'gateway',
  ] as const;
  const ports = await findFreePorts([...services, 'runnerAdmin', 'https', 'stop', 'stopHttps', 'externalControl']);
  const adminPort = config.ADMIN_PORT || (await findFreePort());
  const { bus, busEnv } = await openCellBus(context, group('bus'));
  const address = addressesOf(ports);

  const database = openDatabase(context, group('database'));
  const controllers = startControllers(supervisor(group('controllers')), {
    ...given,
    ...secrets.envOf('controller'),
  });
  const port = config.PORT || ports.gateway;
  const httpsPort = await chooseHttpsPort(config, ports.https);
  const door = {
    ...tls.env,
    HOST: config.HOST,
    ADMIN_KEY_FILE: folder.adminKeyFile,
    ANNOUNCEMENT_FILE: folder.announcementFile,
  };
  const stopPort = config.STOP_PORT || ports.stop;
  const stopHttpsPort = config.STOP_HTTPS_PORT || ports.stopHttps;
  const outside = { ...door, ...stopPortsEnv(stopPort, stopHttpsPort) };
  const gatewayEnv = {
    WEB_FOLDER: webFolder,
    EXAMPLES_FOLDER: examplesFolder,
    ...given,
    ...secrets.envOf('gateway'),
    ...busEnv,
    ...address,
    ...outside,
  };
  const gateway = startGateway(
    { name: 'gateway', port, httpsPort, env: gatewayEnv, nodeFlags, endsWithCell: true },
    supervise(group('gateway')),
  );
  const stopEnv = { ...given, ...secrets.envOf('stop-listener'), ...address, ...door };
  const stopListener = startStopListener(
    { port: stopPort, httpsPort: stopHttpsPort, env: stopEnv, nodeFlags, endsWithCell: true },
    supervise(group('gateway')),
  );
  const startServices = async () => {
    const parts = { ...busEnv, ...address, DATABASE_URL: (await database).services };
    const { addresses, adminPorts } = await controllers;
    const outer = { DOOR: port, DOOR_HTTPS: httpsPort, STOP: stopPort, STOP_HTTPS: stopHttpsPort };
    const outerAddresses = Object.entries(outer).map(([name, each]) => [`${name}_ADDRESS`, `127.0.0.1:${each}`]);
    const own = { ...parts, ...addresses, ...Object.fromEntries(outerAddresses) };
    const healthPorts = [adminPort, ports.runnerAdmin, ports.externalControl, ...adminPorts];
    const egress = ownServicesOf(own, healthPorts, given.OWN_SERVICES);
    const env = {
      ...given,
      ...parts,
      ...egress,
      AUDIT_KEY: readOrMakeAuditKey(folder),
      SOFTWARE_FOLDER: folder.softwarePath,
      KINDS_FOLDER: folder.kindsPath,
    };
    const { owner: ownerUrl } = await database;
    onProgress('Starting the services');
    const { startInnerServices } = await import('./inner-services.ts');
    const checkReady = (signal: AbortSignal) => checkGatewayReady(port, signal);
    const inner = { env, ports, bus, secrets, ownerUrl, checkReady, lifecycle: group('services') };
    await startInnerServices({ ...context, ...inner }).catch(explainTakenPort);
    const { followSwitch } = await import('@cellwright/external-control');
    const ownEnv = secrets.envOf('external-control');
    const { proofs } = readPeers('external-control', { env: ownEnv, log, metrics });
    await followSwitch({
      ...{
        address: address.IDENTITY_ADDRESS,
        proofs,
        metrics,
        bus,
        clock: systemClock,
        lifecycle: group('externalControl'),
        log,
      },
      start: async () => {
        const ownFolder = { EXTERNAL_CONTROL_FOLDER: folder.externalControlPath };
        const childEnv = { ...given, ...ownEnv, ...busEnv, ...address, ...ownFolder };
        const spec = describeExternalControl(ports.externalControl, childEnv, nodeFlags);
        return superviseChild(spec, supervisor(group('externalControl')));
      },
    });
  };
  const startRunner = async () => {
    const { addresses } = await controllers;
    const own = { ...busEnv, ...address, ...addresses, DATABASE_URL: (await database).services };
    const env = { ...given, ...secrets.envOf('routine-runner'), ...own, KINDS_FOLDER: folder.kindsPath };
    await startService(
      { name: 'routine-runner', port: ports.runner, adminPort: ports.runnerAdmin, env, nodeFlags, endsWithCell: true },
      supervise(group('runner')),
    );
  };
  await Promise.all([database, controllers, gateway, stopListener, startServices(), startRunner()]);
  const admin = await startAdminServer({ health, metrics, host: config.ADMIN_HOST, port: adminPort });
  context.lifecycle.onStop('admin', () => admin.close());
  return {
    url: `http://localhost:${port}`,
    httpsUrl: httpsURLAt(httpsHostOf(config), httpsPort),
    untilReady: () => waitUntilGatewayReady(port, context.lifecycle.stopping),
  };
}

/**
 * Converts the error of a server whose port was occupied.
 * @throws PortTakenError in its place.
 */
function explainTakenPort(error: unknown): never {
  const port = Number(/\b\d{4,5}\b/.exec(String(error))?.[0]);
  throw isAddressInUse(error) ? new PortTakenError('the cell', port) : error;
}

function addressesOf(
  ports: Readonly<
    Record<'dryRun' | 'identity' | 'equipment' | 'motion' | 'planner' | 'library' | 'runner' | 'softwareUpdate', number>
  >,
) {
  const at = (port: number) => `127.0.0.1:${port}`;
  return {
    IDENTITY_ADDRESS: at(ports.identity),
    EQUIPMENT_ADDRESS: at(ports.equipment),
    MOTION_ADDRESS: at(ports.motion),
    PLANNER_ADDRESS: at(ports.planner),
    LIBRARY_ADDRESS: at(ports.library),
    RUNNER_ADDRESS: at(ports.runner),
    DRY_RUN_ADDRESS: at(ports.dryRun),
    SOFTWARE_UPDATE_ADDRESS: at(ports.softwareUpdate),
  };
}

/**
 * Opens the bus of this process, and returns how the others connect to it; or the configured NATS server, for all of
 * them.
 */
async function openCellBus(context: ShapeContext, lifecycle: Lifecycle): Promise<{ bus: EventBus; busEnv: Env }> {
  const { config, log, metrics, health } = context;
  if (config.NATS_URL) {
    const busEnv = { NATS_URL: config.NATS_URL };
    const settings = { ...busEnv, NATS_USER: config.NATS_USER, NATS_PASSWORD: config.NATS_PASSWORD };
    return { bus: await openBus(settings, { name: 'cell', log, metrics, health, lifecycle }), busEnv };
  }
  const bus = createInProcessBus({ log, metrics, durables: durableConsumers });
  lifecycle.onStop('bus', () => bus.close());
  const hub = await createBusHub(bus, { log, tls: readInternalTLS(context.env, log) });
  lifecycle.onStop('hub', () => hub.close());
  return { bus, busEnv: { NATS_URL: hub.url, BUS_SECRET: hub.secret } };
}
