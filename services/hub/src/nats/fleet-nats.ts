import type { Clock } from '@cellwright/domain/basics';
import { boxReportSchema, type ReportReply } from '@cellwright/domain/fleet';
import { accountOfEvent, accountOfSubject, anyReportSubject, type HubKeys, systemSubjects } from '@cellwright/fleet';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import * as z from 'zod';
import type { Connections } from '../domain/connections.ts';
import type { BoxStore } from '../store/box-store.ts';
import type { ReportStore } from '../store/report-store.ts';
import { AccountPusher } from './account-pusher.ts';
import { type HubConnectionOptions, openHubConnection } from './open-connection.ts';

export interface FleetNatsDeps {
  readonly url: string;
  readonly keys: HubKeys;
  readonly boxes: BoxStore;
  readonly reports: ReportStore;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Interval for accounts whose push failed. */
const retryMS = 5000;
const clientEventSchema = z.object({ client: z.object({ id: z.number() }) });

/** The connections of the hub to NATS: it manages accounts, handles reports and follows the connections of boxes. */
export class FleetNats {
  readonly #deps: FleetNatsDeps;
  readonly #pusher: AccountPusher;
  #system: NatsConnection | undefined;
  #fleet: NatsConnection | undefined;
  #cancelRetry: (() => void) | undefined;
  #isConnected = false;
  #isClosed = false;

  constructor(deps: FleetNatsDeps) {
    this.#deps = deps;
    const { boxes: store, log } = deps;
    this.#pusher = new AccountPusher({ store, getConnection: () => this.#system, log });
  }

  /** False while boxes cannot report. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Begins to connect; a server that is away is awaited in the background. */
  start(): void {
    void this.#openSystem();
    void this.#openFleet();
    this.#scheduleRetry();
  }

  pushAccounts = (): Promise<void> => this.#pusher.push();

  async ping(): Promise<void> {
    if (!this.#fleet) throw new Error('The NATS of the fleet has not answered yet');
    await this.#fleet.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry?.();
    await Promise.all([this.#system?.close(), this.#fleet?.close()]);
  }

  async #openSystem(): Promise<void> {
    await this.#open('hub system', this.#deps.keys.system.seed, {
      subscribe: (nats) => {
        this.#system = nats;
        nats.subscribe(systemSubjects.connected, { callback: (_, message) => this.#follow(message, true) });
        nats.subscribe(systemSubjects.disconnected, { callback: (_, message) => this.#follow(message, false) });
      },
      onChange: (isConnected) => {
        if (isConnected) void this.#pusher.restore();
      },
    });
  }

  async #openFleet(): Promise<void> {
    await this.#open('hub', this.#deps.keys.fleet.seed, {
      subscribe: (nats) => {
        this.#fleet = nats;
        nats.subscribe(anyReportSubject, {
          queue: 'hub',
          callback: (error, message) => {
            if (!error) void this.#answer(message);
          },
        });
      },
      onChange: (isConnected) => {
        this.#isConnected = isConnected;
      },
    });
  }

  async #open(
    name: string,
    accountSeed: string,
    { subscribe, onChange }: Pick<HubConnectionOptions, 'subscribe' | 'onChange'>,
  ): Promise<void> {
    const { url, log } = this.#deps;
    try {
      const nats = await openHubConnection({ url, accountSeed, name, log, subscribe, onChange });
      if (this.#isClosed) await nats.close();
    } catch (error) {
      if (!this.#isClosed) log.error('the hub cannot connect to NATS', { name, error });
    }
  }

  /** Responds once the report is stored; a box without a response sends it again. */
  async #answer(message: Msg): Promise<void> {
    const { reports, clock, log, metrics } = this.#deps;
    const account = accountOfSubject(message.subject);
    try {
      const report = boxReportSchema.parse(message.json());
      const at = clock.wallNow();
      const stored = await reports.store(account, report, at);
      metrics.count('fleet_reports', { outcome: stored ? 'stored' : 'unknown' });
      if (!stored) return;
      const reply: ReportReply = { at: at.toISOString(), wanted: stored.wanted };
      message.respond(JSON.stringify(reply));
    } catch (error) {
      metrics.count('fleet_reports', { outcome: 'failed' });
      log.warn('the report of a box could not be stored', { account, error });
    }
  }

  #follow(message: Msg, isConnected: boolean): void {
    const event = clientEventSchema.safeParse(message.json());
    if (!event.success) return;
    const account = accountOfEvent(message.subject);
    const { id } = event.data.client;
    if (isConnected) this.#deps.connections.noteConnected(account, id);
    else this.#deps.connections.noteDisconnected(account, id);
  }

  #scheduleRetry(): void {
    this.#cancelRetry = this.#deps.clock.schedule(retryMS, () => {
      void this.#pusher.push();
      if (!this.#isClosed) this.#scheduleRetry();
    });
  }
}
