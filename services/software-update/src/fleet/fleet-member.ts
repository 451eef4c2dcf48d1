import { randomUUID } from 'node:crypto';
import type { Software } from '@cellwright/calls';
import { type Clock, createId, ProductError, rest, SerialQueue, withEither } from '@cellwright/domain/basics';
import type { BoxReport, FleetMembership, ReportedSoftware, WantedBuild } from '@cellwright/domain/fleet';
import { maxFactsPerReport } from '@cellwright/domain/fleet';
import type { Logger } from '@cellwright/service-kit';
import type { ObservedRobot } from '../rpc/runner-interlock.ts';
import { describeSoftware } from './describe-software.ts';
import type { FactStore, WaitingFacts } from './fact-store.ts';
import type { HubLink, OpenHubLink } from './hub-link.ts';
import type { Membership, MembershipFile } from './membership-file.ts';
import { RobotObserver } from './observe-robots.ts';

export const reportIntervalMS = 10_000;
const lookIntervalMS = 2000;
const firstRetryMS = 500;
const longestRetryMS = 10_000;

export interface FleetMemberDeps {
  readonly serial: string;
  readonly file: MembershipFile;
  readonly facts: Pick<FactStore, 'dropped' | 'add' | 'readOldest' | 'removeUpTo' | 'count' | 'clear'>;
  readonly openLink: OpenHubLink;
  /** Exchanges a code for credentials. @throws ProductError */
  readonly redeem: (hubURL: string, code: string) => Promise<Membership>;
  readonly readSoftware: () => Promise<Software>;
  /** Begins an install. @throws ProductError */
  readonly requestInstall: (buildID: string) => Promise<unknown>;
  readonly readRobots: () => Promise<readonly ObservedRobot[]>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Random number from 0 to 1, which spreads the returns of many boxes. */
  readonly random: () => number;
}

/** A box as member of a fleet: it reports to the hub, and begins the installs that the hub wants. */
export class FleetMember {
  readonly #deps: FleetMemberDeps;
  readonly #sessionID = randomUUID();
  readonly #observer = new RobotObserver();
  readonly #changes = new SerialQueue();
  #sequence = 0;
  #link: HubLink | undefined;
  #running: { readonly stop: () => Promise<void> } | undefined;
  #wake = new AbortController();
  #lastReportAt: Date | undefined;
  #problem: string | undefined;
  #clockSkewMS: number | null = null;
  #refusal: NonNullable<ReportedSoftware['obstacle']> | undefined;

  constructor(deps: FleetMemberDeps) {
    this.#deps = deps;
  }

  /** Begins to report if this box is a member of a fleet. */
  start(): void {
    const membership = this.#deps.file.read();
    if (membership) this.#run(membership);
  }

  async read(): Promise<FleetMembership> {
    const membership = this.#deps.file.read();
    return {
      serial: this.#deps.serial,
      hubURL: membership?.hubURL ?? null,
      joinedAt: membership?.joinedAt ?? null,
      isConnected: this.#link !== undefined && this.#problem === undefined && this.#lastReportAt !== undefined,
      lastReportAt: this.#lastReportAt?.toISOString() ?? null,
      waitingFacts: await this.#deps.facts.count(),
      problem: this.#problem ?? null,
    };
  }

  /** Joins a fleet, in place of a previous one. @throws ProductError if the hub refuses the code. */
  join(hubURL: string, code: string): Promise<FleetMembership> {
    return this.#changes.run(async () => {
      const { redeem, file, facts, clock } = this.#deps;
      const membership = await redeem(hubURL, code);
      await this.#stop();
      file.write(membership);
      const at = clock.wallNow().toISOString();
      await facts.add({ id: createId('fact'), kind: 'joined', at, text: 'Joined the fleet' });
      this.#run(membership);
      return this.read();
    });
  }

  leave(): Promise<FleetMembership> {
    return this.#changes.run(async () => {
      await this.#stop();
      this.#deps.file.remove();
      await this.#deps.facts.clear();
      return this.read();
    });
  }

  close(): Promise<void> {
    return this.#changes.run(() => this.#stop());
  }

  async #stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
    this.#lastReportAt = undefined;
    this.#problem = undefined;
  }

  #run(membership: Membership): void {
    const stopping = new AbortController();
    const { signal } = stopping;
    const loops = Promise.all([this.#reportUntil(signal, membership), this.#lookUntil(signal)]);
    this.#running = {
      stop: async () => {
        stopping.abort();
        this.#wake.abort();
        await this.#closeLink();
        await loops;
        await this.#closeLink();
      },
    };
  }

  /** Looks at the robots also while the hub is away. */
  async #lookUntil(stopping: AbortSignal): Promise<void> {
    const { readRobots, facts, clock, log } = this.#deps;
    while (!stopping.aborted) {
      try {
        const found = this.#observer.look(await readRobots(), clock.wallNow());
        for (const fact of found) await facts.add(fact);
        if (found.length > 0) this.#wake.abort();
      } catch (error) {
        log.warn('what happened on this box could not be stored for the hub', { error });
      }
      await rest(clock, lookIntervalMS, stopping);
    }
  }

  async #reportUntil(stopping: AbortSignal, membership: Membership): Promise<void> {
    const { clock, log, random } = this.#deps;
    let retryMS = firstRetryMS;
    while (!stopping.aborted) {
      this.#wake = new AbortController();
      try {
        const sent = await this.#report(membership);
        retryMS = firstRetryMS;
        if (sent < maxFactsPerReport)
          await withEither(stopping, this.#wake.signal, (woken) => rest(clock, reportIntervalMS, woken));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== this.#problem) log.warn('the hub of the fleet is away; reports are kept', { error });
        this.#problem = message;
        await this.#closeLink();
        // Not shortened by new facts. Boxes that lost the same hub return at different times.
        await rest(clock, retryMS * (0.5 + random()), stopping);
        retryMS = Math.min(retryMS * 2, longestRetryMS);
      }
    }
  }

  /** Sends one report. Returns the number of its facts. */
  async #report(membership: Membership): Promise<number> {
    const { facts, clock, openLink } = this.#deps;
    const waiting = await facts.readOldest();
    const report = await this.#describe(waiting);
    this.#link ??= await openLink(membership);
    const sentAt = clock.wallNow().getTime();
    const { at, wanted } = await this.#link.send(report);
    const now = clock.wallNow();
    this.#clockSkewMS = Math.round((sentAt + now.getTime()) / 2 - Date.parse(at));
    await facts.removeUpTo(waiting.lastID);
    this.#lastReportAt = now;
    this.#problem = undefined;
    await this.#obey(wanted, report.state.software);
    return waiting.facts.length;
  }

  async #describe({ facts }: WaitingFacts): Promise<BoxReport> {
    const { readSoftware, serial, clock } = this.#deps;
    this.#sequence += 1;
    return {
      sessionID: this.#sessionID,
      sequence: this.#sequence,
      state: {
        serial,
        software: describeSoftware(await readSoftware(), this.#refusal),
        robots: [...this.#observer.robots],
        failuresPerHour: this.#observer.countFailures(clock.wallNow()),
        clockSkewMS: this.#clockSkewMS,
        droppedFacts: this.#deps.facts.dropped,
      },
      facts: [...facts],
    };
  }

  /**
   * Begins the install that the hub requests, unless one is in progress or has failed. The box's own window and hold
   * apply.
   */
  async #obey(wanted: WantedBuild | null, software: ReportedSoftware): Promise<void> {
    if (!wanted || wanted.buildID === software.buildID) {
      this.#refusal = undefined;
      return;
    }
    const hasFailed = software.obstacle?.reason === 'failed' && software.targetBuildID === wanted.buildID;
    if (software.stage !== null || hasFailed) return;
    try {
      await this.#deps.requestInstall(wanted.buildID);
      this.#refusal = undefined;
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      const reason = error.code === 'conflict' ? 'person' : 'registry';
      this.#refusal = { reason, message: error.message };
    }
  }

  async #closeLink(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    await link?.close().catch(() => undefined);
  }
}
