/** The software-update service: builds, installs and backups of a control box; `build` assembles it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { updateSettingsSchema } from '@cellwright/domain/software';
import { type EventBus, type Health, type Logger, type Metrics, startOutboxRelay } from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, type MigrationMode } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import type { BackupDatabase } from './backups/backup-file.ts';
import { followBackupSchedule } from './backups/backup-schedule.ts';
import { Backups } from './backups/backups.ts';
import { describeWindow, isWindowOpen } from './domain/cell-time.ts';
import { createInstallActs } from './domain/install-acts.ts';
import { describeHold, Installer } from './domain/installer.ts';
import { BoxSoftware } from './domain/software.ts';
import { createMember } from './fleet/create-member.ts';
import { type DatabaseFacts, dropFormerDatabase, readDatabaseFacts } from './former/settle-database.ts';
import { checkBuildHealth } from './health/health-gate.ts';
import { migrationSettings } from './migrations.ts';
import { createFolderPlatform } from './platform/folder-platform.ts';
import type { Platform } from './platform/platform.ts';
import { createUnavailablePlatform } from './platform/unavailable-platform.ts';
import { findSticks } from './registry/find-sticks.ts';
import { createFolderRegistry } from './registry/folder-registry.ts';
import { openRegistry } from './registry/open-registry.ts';
import { connectRunnerInterlock } from './rpc/runner-interlock.ts';
import { createSoftwareCalls } from './rpc/software-calls.ts';
import { createAuditOutbox } from './store/audit-outbox.ts';
import { createBackupStore } from './store/backup-store.ts';
import { connectDatabase } from './store/database.ts';
import { createJournalFile, locateJournal } from './store/journal-file.ts';
import { createRollbackReport } from './store/rollback-report.ts';
import { createSetting } from './store/setting-store.ts';
import { createBuildsClient } from './trust/builds-client.ts';

export type { BackupDatabase } from './backups/backup-file.ts';
export type { RestoreRules } from './backups/restore-rules.ts';

export interface SoftwareUpdateDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** Default: this process applies them. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  readonly runnerAddress: string;
  /** Folder for trusted metadata, downloads and backups. */
  readonly folder: string;
  /** URL or folder of the registry of builds. */
  readonly registry?: string | undefined;
  /** File with the root metadata that this box trusts at first. */
  readonly rootFile?: string | undefined;
  /** Folder of releases that the launcher starts; without it another way of updates is named. */
  readonly releasesFolder?: string | undefined;
  readonly runningBuildID: string;
  /** Serial number of this box. Default: derived from the machine. */
  readonly serial?: string | undefined;
  /** Folders below which sticks are mounted. Default: those of Linux. */
  readonly stickRoots?: readonly string[];
  /** Database for backups, as its owner; undefined where something else backs it up. */
  readonly backupDatabase?: BackupDatabase | undefined;
  /** Checks that the services beside this one are ready. @throws Error naming what is not. Default: nothing else is known. */
  readonly checkReady?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Ends the cell in order; the launcher starts the selected build. */
  readonly restart: (reason: string) => void;
  readonly peers: Peers<'software-update'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Builds the service: the state of the software, installs and backups. */
export async function build(deps: SoftwareUpdateDeps) {
  const { databaseUrl, peers, bus, clock, log, metrics, health } = deps;
  const database = connectDatabase(databaseUrl);
  health.addCheck('software-update database', database.ping);
  const interlock = connectRunnerInterlock({ address: deps.runnerAddress, proofs: peers.proofs, metrics });
  const platform = choosePlatform(deps);
  const settings = createSetting(database.db, 'updateSettings', updateSettingsSchema);
  const readSettings = async () => (await settings.read()) ?? updateSettingsSchema.parse({});
  const journal = createJournalFile(locateJournal(deps.folder));
  const owner = deps.backupDatabase?.url;
  const backups = new Backups({
    database: deps.backupDatabase,
    store: createBackupStore(database.db),
    publicKey: createSetting(database.db, 'backupKey', z.string()),
    folder: join(deps.folder, 'backups'),
    buildID: platform.runningBuildID,
    readKept: async () => (await readSettings()).backups?.kept,
    ...{ interlock, clock, log },
  });
  const client = createBuildsClient({
    folder: join(deps.folder, 'trust'),
    readRoot: () => readRoot(deps),
    clock,
  });
  // A stick is a folder: an address that a caller sends must not be opened.
  const open = (source: string | null) =>
    source === null ? openRegistry(requireRegistry(deps)) : createFolderRegistry(source);
  const acts = createInstallActs({
    ...{ platform, client, clock, openRegistry: open, folder: join(deps.folder, 'downloads') },
    backUp: () => (deps.backupDatabase ? backups.createNow('update') : Promise.resolve()),
    readDatabaseSize: async () => (owner === undefined ? 0 : (await readDatabaseFacts(owner)).size),
    checkHealth: ({ build }, signal) =>
      checkBuildHealth(
        {
          ...{ robot: interlock.robot, clock },
          readTestRoutineID: async () => (await readSettings()).testRoutineID ?? undefined,
          checkReady: deps.checkReady ?? (async () => undefined),
          hold: () => interlock.hold(describeHold(build)),
        },
        signal,
      ),
    forgetFormer: async (record) => void (owner !== undefined && (await dropFormerDatabase(owner, record))),
    report: createRollbackReport(
      database.db,
      () => clock.wallNow(),
      () => relay?.wake(),
    ),
  });
  const findClosed = async () => {
    const { window, timeZone } = await readSettings();
    if (window === null || isWindowOpen(window, timeZone, clock.wallNow())) return undefined;
    return describeWindow(window, timeZone);
  };
  const installer = new Installer({ journal, acts, interlock, findClosed, clock, log });
  const requirePrepared = async () => {
    if (owner !== undefined) requireCopies(await readDatabaseFacts(owner));
    if (deps.backupDatabase && !(await backups.hasKey()))
      throw new ProductError('conflict', 'A backup is made before an update. Create the backup key first');
  };
  const { runningBuildID, unavailable } = platform;
  const software = new BoxSoftware({
    ...{ runningBuildID, unavailable, client, openRegistry: open, installer, journal, requirePrepared, clock },
  });
  const member = createMember({
    ...{ serial: deps.serial, folder: deps.folder, db: database.db, software, clock, log },
    readRobots: interlock.readRobots,
  });
  let endSchedule: (() => Promise<void>) | undefined;
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      relay = startOutboxRelay({ name: 'software-update', bus, store: database.outbox, log, metrics, clock });
      await backups.begin();
      const services = [
        createSoftwareCalls({
          ...{
            software,
            backups,
            member,
            listSticks: () => findSticks(deps.stickRoots),
            settings: { ...settings, read: readSettings },
          },
          record: createAuditOutbox(database.db, () => relay?.wake()),
        }),
      ];
      const { port, host } = deps;
      server = await startGrpcServer({ services, port, host, callers: peers.gate, log, metrics, health });
      await installer.resume();
      member.start();
      if (deps.backupDatabase) endSchedule = followBackupSchedule({ backups, readSettings, clock, log });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await server?.close(signal);
      await member.close();
      await installer.close();
      await endSchedule?.();
      await backups.close();
      await relay?.stop();
      interlock.close();
      await database.close();
    },
  };
}

function choosePlatform({ releasesFolder: folder, runningBuildID, restart }: SoftwareUpdateDeps): Platform {
  if (folder !== undefined) return createFolderPlatform({ folder, runningBuildID, restart });
  return createUnavailablePlatform(process.env.KUBERNETES_SERVICE_HOST ? 'cluster' : 'checkout', runningBuildID);
}

function requireRegistry({ registry }: SoftwareUpdateDeps): string {
  if (registry !== undefined) return registry;
  throw new ProductError(
    'conflict',
    'This cell has no registry of builds. Set BUILDS_REGISTRY and BUILDS_ROOT_FILE, and start it again',
  );
}

function readRoot({ rootFile }: SoftwareUpdateDeps): string {
  if (rootFile !== undefined) return readFileSync(rootFile, 'utf8');
  throw new ProductError('conflict', 'This cell trusts no registry yet. Set BUILDS_ROOT_FILE, and start it again');
}

/** @throws ProductError when the database cannot be copied, so that no update could be rolled back. */
function requireCopies({ canCopy }: DatabaseFacts): void {
  if (!canCopy)
    throw new ProductError(
      'conflict',
      'A rollback needs a copy of the database. Allow the user of MIGRATIONS_DATABASE_URL to create databases (CREATEDB)',
    );
}
