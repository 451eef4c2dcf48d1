/** The hub of a fleet: boxes, their reports, and update waves; `build` assembles it. */

import type { Clock } from '@cellwright/domain/basics';
import type { HubKeys } from '@cellwright/fleet';
import { type EventBus, type Health, type Logger, type Metrics, startOutboxRelay } from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, type MigrationMode } from '@cellwright/service-kit/postgres';
import { Connections } from './domain/connections.ts';
import { Fleet } from './domain/fleet.ts';
import { repeat } from './domain/repeat.ts';
import { migrationSettings } from './migrations.ts';
import { FleetNats } from './nats/fleet-nats.ts';
import { createHubCalls } from './rpc/hub-calls.ts';
import { BoxStore } from './store/box-store.ts';
import { connectDatabase, createTransact } from './store/database.ts';
import { ReportStore } from './store/report-store.ts';
import { WaveStore } from './store/wave-store.ts';

export interface HubDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** Default: this process applies them. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** NATS server of the fleet, seen from the hub. */
  readonly natsURL: string;
  /** The same server, seen from boxes. */
  readonly publicNats: { readonly url: string | null; readonly port: number };
  readonly keys: HubKeys;
  readonly peers: Peers<'hub'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

const waveIntervalMS = 2000;
const pruneIntervalMS = 3_600_000;

/** Builds the service: enrolment, reports and waves. */
export async function build(deps: HubDeps) {
  const { databaseUrl, keys, peers, bus, clock, log, metrics, health } = deps;
  const database = connectDatabase(databaseUrl);
  health.addCheck('hub database', database.ping);
  const transact = createTransact(database, () => relay?.wake());
  const boxes = new BoxStore(database, transact);
  const waves = new WaveStore(database, transact);
  const reports = new ReportStore(database);
  const connections = new Connections(clock);
  const nats = new FleetNats({ url: deps.natsURL, keys, boxes, reports, connections, clock, log, metrics });
  health.addCheck('fleet NATS', () => nats.ping(), { critical: false });
  const fleet = new Fleet({ keys, store: boxes, connections, pushAccounts: nats.pushAccounts, clock });
  const calls = createHubCalls({ fleet, waves, nats: deps.publicNats, isReachable: () => nats.isConnected, clock });
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  const ends: (() => Promise<void>)[] = [];
  return {
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      relay = startOutboxRelay({ name: 'hub', bus, store: database.outbox, log, metrics, clock });
      nats.start();
      const advance = () => waves.advance((box) => connections.isOnline(box));
      ends.push(repeat({ name: 'waves', intervalMS: waveIntervalMS, act: advance, clock, log }));
      const prune = () => reports.prune(clock.wallNow());
      ends.push(repeat({ name: 'old facts', intervalMS: pruneIntervalMS, act: prune, clock, log }));
      const { port, host } = deps;
      server = await startGrpcServer({ services: [calls], port, host, callers: peers.gate, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await server?.close(signal);
      await Promise.all(ends.map((end) => end()));
      await nats.close();
      await relay?.stop();
      await database.close();
    },
  };
}
