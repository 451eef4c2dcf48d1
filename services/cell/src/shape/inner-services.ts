import { build as buildDryRun } from '@cellwright/dry-run';
import * as dryRunConfig from '@cellwright/dry-run/config';
import { build as buildEquipment } from '@cellwright/equipment-service';
import * as equipmentConfig from '@cellwright/equipment-service/config';
import { build as buildLibrary } from '@cellwright/library';
import * as libraryConfig from '@cellwright/library/config';
import { build as buildMotion } from '@cellwright/motion';
import * as motionConfig from '@cellwright/motion/config';
import {
  type EventBus,
  type Lifecycle,
  type Logger,
  loadConfig,
  openVolatileStore,
  type ServiceContext,
  systemClock,
} from '@cellwright/service-kit';
import { readPeers } from '@cellwright/service-kit/callers';
import { type BackupDatabase, build as buildSoftwareUpdate } from '@cellwright/software-update';
import * as softwareUpdateConfig from '@cellwright/software-update/config';
import type { ServiceName } from '@cellwright/topology';
import type { CallSecrets } from './call-secrets.ts';
import { startIdentity } from './inner-identity.ts';
import { backedUpSchemas, migrateScratch, restoreRules } from './migrate-services.ts';
import { migrationsOf } from './migrations.ts';

export interface InnerContext extends ServiceContext {
  /** Environment as for services in separate processes, except for ports. */
  readonly env: NodeJS.ProcessEnv;
  readonly ports: Readonly<
    Record<'dryRun' | 'identity' | 'equipment' | 'library' | 'motion' | 'planner' | 'softwareUpdate', number>
  >;
  /** The database as its owner, for backups; undefined where the owner is not known. */
  readonly ownerUrl: string | undefined;
  /** Checks that the whole cell is ready. @throws Error if it is not. */
  readonly checkReady: (signal: AbortSignal) => Promise<void>;
  readonly bus: EventBus;
  readonly secrets: CallSecrets;
}

/**
 * Starts the services that neither command an arm nor are reachable from outside in this process: with the same gRPC
 * ports on loopback and the same settings as in separate processes.
 */
export async function startInnerServices(context: InnerContext): Promise<void> {
  const { env, ports, bus, secrets, log, metrics, health, lifecycle } = context;
  const kit = { clock: systemClock, log, metrics, health };
  const peersOf = <Name extends ServiceName>(name: Name) => readPeers(name, { env: secrets.envOf(name), log, metrics });
  const at = (port: number) => ({ ...env, GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port) });

  const startEquipment = async () => {
    const settings = equipmentConfig.settingsOf(loadConfig(equipmentConfig.configSchema, at(ports.equipment)));
    const peers = peersOf('equipment');
    const service = await buildEquipment({ ...kit, ...settings, peers, migrations: migrationsOf('equipment'), bus });
    await begin('equipment', service, lifecycle);
  };
  const startLibrary = async () => {
    const settings = libraryConfig.settingsOf(loadConfig(libraryConfig.configSchema, at(ports.library)));
    const peers = peersOf('library');
    const service = await buildLibrary({ ...kit, ...settings, peers, migrations: migrationsOf('library'), bus });
    await begin('library', service, lifecycle);
  };
  const startMotion = async () => {
    const socket = { SOCKET_PORT: String(ports.planner) };
    const config = loadConfig(motionConfig.configSchema, { ...at(ports.motion), ...socket });
    const store = await openVolatileStore({ url: config.REDIS_URL, log });
    lifecycle.onStop('store', () => store.close());
    const settings = motionConfig.settingsOf(config);
    await begin('motion', await buildMotion({ ...kit, ...settings, peers: peersOf('motion'), store }), lifecycle);
  };
  const startDryRun = async () => {
    const settings = dryRunConfig.settingsOf(loadConfig(dryRunConfig.configSchema, at(ports.dryRun)));
    await begin('dry-run', buildDryRun({ ...settings, peers: peersOf('dry-run'), log, metrics, health }), lifecycle);
  };
  await Promise.all([
    startDryRun(),
    startIdentity({ ...context, port: ports.identity }),
    startEquipment(),
    startLibrary(),
    startMotion(),
    startSoftwareUpdate(context),
  ]);
}

async function startSoftwareUpdate(context: InnerContext): Promise<void> {
  const { env, ports, bus, secrets, log, metrics, health, lifecycle, ownerUrl } = context;
  const at = { ...env, GRPC_HOST: '127.0.0.1', GRPC_PORT: String(ports.softwareUpdate) };
  const service = await buildSoftwareUpdate({
    ...softwareUpdateConfig.settingsOf(loadConfig(softwareUpdateConfig.configSchema, at)),
    ...{ clock: systemClock, log, metrics, health, bus },
    peers: readPeers('software-update', { env: secrets.envOf('software-update'), log, metrics }),
    migrations: migrationsOf('software-update'),
    backupDatabase: ownerUrl === undefined ? undefined : describeBackupDatabase(ownerUrl, log),
    checkReady: context.checkReady,
    restart: (reason) => context.end(reason),
  });
  await begin('software-update', service, lifecycle);
}

function describeBackupDatabase(url: string, log: Logger): BackupDatabase {
  return { url, schemas: backedUpSchemas, rules: restoreRules, migrate: (scratch) => migrateScratch(scratch, log) };
}

interface Service {
  start(): Promise<unknown>;
  stop(signal?: AbortSignal): Promise<void>;
}

async function begin(name: string, service: Service, lifecycle: Lifecycle): Promise<void> {
  lifecycle.onStop(name, (signal) => service.stop(signal));
  await service.start();
}
