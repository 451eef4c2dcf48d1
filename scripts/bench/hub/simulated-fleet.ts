import { setTimeout as delay } from 'node:timers/promises';
import { enrolBox, redeemEnrolmentCode } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import { type BoxReport, reportReplySchema, type WantedBuild } from '@cellwright/domain/fleet';
import { reportSubject } from '@cellwright/fleet/subjects';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type BoxKey, createBoxKey } from './box-key.ts';
import type { HubProcess } from './hub-process.ts';

const reportIntervalMS = 10_000;
const installMS = 1000;
const atOnce = 20;
const patienceMS = 180_000;

interface Box {
  readonly serial: string;
  readonly userJWT: string;
  readonly key: BoxKey;
  buildID: string;
  /** Build whose install has failed. */
  failedBuildID: string | null;
}

/** Many boxes in this process. Each has its own account and connection, reports every ten seconds, and installs at once. */
export class SimulatedFleet {
  /** Build that no box can install. */
  badBuildID = '';
  readonly #hub: HubProcess;
  readonly #boxes: Box[] = [];
  readonly #connections: NatsConnection[] = [];
  readonly #reported = new Set<string>();
  #isClosed = false;

  constructor(hub: HubProcess) {
    this.#hub = hub;
  }

  async enrol(count: number): Promise<void> {
    const serials = Array.from({ length: count }, (_, index) => `sim-${index}`);
    await this.#inGroups(serials, async (serial) => {
      const key = createBoxKey();
      const { code } = await callCell(this.#hub.http, enrolBox, { serial });
      const redemption = { serial, code, userKey: key.publicKey };
      const { userJWT } = await callCell(this.#hub.http, redeemEnrolmentCode, redemption);
      this.#boxes.push({ serial, userJWT, key, buildID: '1.0.0', failedBuildID: null });
    });
  }

  /** Connects all boxes. Resolves when each has reported. */
  async connect(): Promise<void> {
    await this.#inGroups(this.#boxes, async (box) => {
      const nats = await connect({
        servers: this.#hub.natsURL,
        authenticator: box.key.authenticate(box.userJWT),
        ...{ maxReconnectAttempts: -1, reconnectTimeWait: 500, reconnectJitter: 1500, ignoreAuthErrorAbort: true },
      });
      this.#connections.push(nats);
      void this.#report(box, nats);
    });
    await this.waitForAll();
  }

  forgetReports(): void {
    this.#reported.clear();
  }

  /** Resolves when every box has reported since the last call of `forgetReports`. */
  waitForAll(): Promise<void> {
    return waitUntil(() => this.#reported.size === this.#boxes.length, 'All boxes have reported');
  }

  /** Returns the number of boxes that run a build, or have tried to install it. */
  countTried(buildID: string): number {
    return this.#boxes.filter((box) => box.buildID === buildID || box.failedBuildID === buildID).length;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#connections.map((nats) => nats.close()));
  }

  async #report(box: Box, nats: NatsConnection): Promise<void> {
    for (let sequence = 1; !this.#isClosed; sequence += 1) {
      try {
        const message = JSON.stringify(describe(box, sequence));
        const reply = await nats.request(reportSubject, message, { timeout: 5000 });
        this.#reported.add(box.serial);
        const { wanted } = reportReplySchema.parse(reply.json());
        await delay(this.#install(box, wanted) ? installMS : reportIntervalMS);
      } catch {
        await delay(500 + Math.random() * 1000);
      }
    }
  }

  /** Returns true if there was a build to install. */
  #install(box: Box, wanted: WantedBuild | null): boolean {
    if (!wanted || wanted.buildID === box.buildID || wanted.buildID === box.failedBuildID) return false;
    if (wanted.buildID === this.badBuildID) box.failedBuildID = wanted.buildID;
    else box.buildID = wanted.buildID;
    return true;
  }

  async #inGroups<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
    for (let from = 0; from < items.length; from += atOnce)
      await Promise.all(items.slice(from, from + atOnce).map(act));
  }
}

/** Waits until a condition holds. @throws Error when it does not within three minutes. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await delay(50);
  }
}

function describe({ serial, buildID, failedBuildID }: Box, sequence: number): BoxReport {
  const run = { id: 'run_1', status: 'running', startedAt: '2026-01-01T00:00:00.000Z' } as const;
  const robot = { robotKind: 'live', isConnected: true, state: 'RoutineRunning', failure: null } as const;
  const obstacle = failedBuildID === null ? null : ({ reason: 'failed', message: 'The test routine failed' } as const);
  return {
    ...{ sessionID: serial, sequence, facts: [] },
    state: {
      serial,
      software: { buildID, targetBuildID: failedBuildID, stage: null, obstacle },
      robots: [{ ...robot, routineName: 'Pick and place', run: { ...run, cycleTimeSeconds: 8, cycleCount: sequence } }],
      ...{ failuresPerHour: 0, clockSkewMS: 0, droppedFacts: 0 },
    },
  };
}
