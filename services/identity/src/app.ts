/** The identity service: users, tokens, the access list, its entities and the audit log; `build` assembles it. */

import type { Clock } from '@cellwright/domain/basics';
import type { AuditEntry, FlagName, Notification } from '@cellwright/domain/cell';
import { assemblyModeError, externalControlSettingsSchema, robotIdentitySchema } from '@cellwright/domain/robot';
import {
  busSubjects,
  type EventBus,
  followMessages,
  type Health,
  type Logger,
  type Metrics,
  type Subscription,
  startOutboxRelay,
  type VolatileStore,
} from '@cellwright/service-kit';
import type { Peers, Voucher } from '@cellwright/service-kit/callers';
import { hostEntities } from '@cellwright/service-kit/entities';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, type MigrationMode } from '@cellwright/service-kit/postgres';
import * as z from 'zod';
import { AccessList } from './domain/access-list.ts';
import { Assertions } from './domain/assertions.ts';
import { createAuditLog } from './domain/audit-log.ts';
import { accessOf } from './domain/effective-access.ts';
import { keepList } from './domain/keep-list.ts';
import { type KnownRobots, nameRobot } from './domain/known-robots.ts';
import { People } from './domain/people.ts';
import { Sessions } from './domain/sessions.ts';
import { Throttle } from './domain/throttle.ts';
import { createTokenService } from './domain/tokens.ts';
import { createHooks, hasEffect } from './entities/hooks.ts';
import { followNotifications } from './events/follow-notifications.ts';
import { followRobots } from './events/follow-robots.ts';
import { migrationSettings } from './migrations.ts';
import { connectDevicePorts } from './rpc/device-ports.ts';
import { createIdentityCalls } from './rpc/identity-calls.ts';
import { createIdentityService } from './rpc/identity-service.ts';
import { createPasswordHasher } from './secrets/argon2.ts';
import { createFairTurns } from './secrets/fair-turns.ts';
import { Signer } from './secrets/signing.ts';
import { createSingleSignOn } from './single-sign-on/create-single-sign-on.ts';
import type { SingleSignOnSettings } from './single-sign-on/settings.ts';
import { appendAudit, createAuditStore, sealAudit } from './store/audit-store.ts';
import { connectDatabase, lookUps } from './store/database.ts';
import {
  addNotification,
  keepNotificationsFew,
  pruneNotifications,
  replaceRobotKind,
} from './store/notification-store.ts';
import { createPeopleStore, listUsers } from './store/people-store.ts';
import { createSessionStore, createSigningKeyStore } from './store/session-store.ts';
import { createTokenStore } from './store/token-store.ts';

export type { SingleSignOnSettings };

export interface IdentityDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** Default: this process applies them. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** Key for hashes of the audit log; not stored in the database. */
  readonly auditKey: string;
  /** OpenID provider by which users can sign in. */
  readonly singleSignOn?: SingleSignOnSettings | undefined;
  /** gRPC address of the equipment service: external control must not use a port of a device. */
  readonly equipmentAddress?: string | undefined;
  readonly peers: Peers<'identity'>;
  /** Signs the assertions that prove user identities to other services. */
  readonly voucher: Voucher;
  readonly bus: EventBus;
  /** Counts wrong passwords and PINs. */
  readonly store: VolatileStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Author of changes that follow from another change. */
const theCell = { subjectID: '', name: '', permissions: [] };

/** Builds the service: permissions, notifications, the settings of the cell, and the audit log. */
export async function build(deps: IdentityDeps) {
  const { databaseUrl, auditKey, peers, voucher, bus, log, metrics, health, clock } = deps;
  const database = connectDatabase(databaseUrl);
  health.addCheck('identity database', database.ping);
  const access = new AccessList(clock);
  let keeper: ReturnType<typeof keepList> | undefined;
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  const subscriptions: Subscription[] = [];
  let endPruning = () => {};
  const now = () => clock.wallNow();
  const readAccess = async () => {
    access.setKeys(await signer.load());
    const stored = {
      users: await listUsers(entities.store),
      tokens: await tokens.list(),
      sessions: await sessions.list(),
    };
    return accessOf(stored, access.hasEnded);
  };
  /** A failed read is repeated soon, because the caller's change is already stored. */
  const refresh = async (): Promise<void> => {
    try {
      while (!(await access.reload(readAccess)));
    } catch {
      keeper?.doubt();
    }
  };
  const devices = connectDevicePorts({ address: deps.equipmentAddress, proofs: peers.proofs, log, metrics });
  const robots: KnownRobots = new Map();
  const isFlagOn = async (flag: FlagName): Promise<boolean> => {
    const { text } = await entities.host('featureFlags').get('1');
    return z.looseObject({ [flag]: z.literal(true) }).safeParse(JSON.parse(text)).success;
  };
  /** The settings of external control include whether their feature is on. */
  const followFlags = async (): Promise<void> => {
    try {
      const host = entities.host('externalControlSettings');
      const settings = externalControlSettingsSchema.parse(JSON.parse((await host.get('1')).text));
      if (settings.isInForce === (await hasEffect(settings, isFlagOn))) return;
      await host.save({ id: '1', text: '{}', isMerge: true, expectedVersion: undefined }, theCell, '');
    } catch (error) {
      log.warn('the settings of external control do not show the change of their feature', { error });
    }
  };
  const lastUseOf = (id: string) => tokens.lastUseOf(id);
  const hooks = createHooks({ robots, refresh, lastUseOf, listDevices: devices.list, isFlagOn, followFlags });
  const onCommitted = () => relay?.wake();
  const entities = hostEntities({ owner: 'identity', db: database.entities, hooks, onCommitted, clock, log });
  const signer = new Signer(createSigningKeyStore(database.db, entities.store), clock);
  const tokens = createTokenService({ store: createTokenStore(database.db, entities.store), refresh, now });
  const sessions = new Sessions({ store: createSessionStore(database.db, entities.store), access, refresh, clock });
  const throttle = new Throttle(deps.store, clock);
  const peopleStore = createPeopleStore(database.db, entities.store);
  const people = new People({
    store: peopleStore,
    hasher: createPasswordHasher(),
    lookUpInTurn: createFairTurns(lookUps),
    throttle,
    sessions,
    refresh,
    clock,
  });
  const singleSignOn =
    deps.singleSignOn && createSingleSignOn(deps.singleSignOn, { ...deps, store: peopleStore, sessions });
  const requireLive = async () => {
    const { text } = await entities.host('robotIdentity').get('1');
    if (robotIdentitySchema.parse(JSON.parse(text)).robotOperationMode === 'assembly') throw assemblyModeError();
  };
  return {
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      const sealed = await sealAudit(database.db, auditKey);
      if (sealed && sealed.seq > 0)
        log.warn('the audit log has a key from now on; entries up to here were written without one', { ...sealed });
      const appendEntry = (entry: AuditEntry) => appendAudit(database.db, auditKey, [entry]);
      subscriptions.push(
        await followMessages({ bus, log }, busSubjects.auditEntry, { durable: 'audit', take: appendEntry }),
      );
      relay = startOutboxRelay({ name: 'identity', bus, store: database.outbox, log, metrics, clock });
      await entities.begin();
      const tell = (told: Notification, at: Date) => addNotification(entities.store, nameRobot(told, robots), at);
      subscriptions.push(
        ...(await followNotifications({ bus, log }, tell)),
        await followRobots(bus, robots, (robot) => replaceRobotKind(database.entities, robot), log),
      );
      const prune = (now: Date) => pruneNotifications(database.entities, entities.store, now);
      endPruning = keepNotificationsFew(prune, clock, (error) =>
        log.warn('old notifications were not taken away; it is tried again in an hour', { error }),
      );
      await access.reload(readAccess);
      const onSweep = () => sessions.sweep().catch(() => keeper?.doubt());
      keeper = keepList(access, { read: readAccess, onSweep: () => void onSweep(), clock, log });
      const audit = createAuditLog(createAuditStore(database.db), auditKey);
      const { record } = entities.store;
      const services = [
        createIdentityService(
          { tokens, sessions, access, people, record, assertions: new Assertions(voucher, clock) },
          clock,
        ),
        createIdentityCalls({
          people,
          singleSignOn,
          sessions,
          tokens,
          signer,
          voucher,
          access,
          audit,
          record,
          requireLive,
        }),
        entities.service,
      ];
      const { port, host } = deps;
      server = await startGrpcServer({ services, port, host, callers: peers.gate, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      entities.close();
      endPruning();
      await server?.close(signal);
      await relay?.stop();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
      await keeper?.close();
      devices.close();
      await database.close();
    },
  };
}
