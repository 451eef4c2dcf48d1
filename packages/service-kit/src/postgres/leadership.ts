import { randomUUID } from 'node:crypto';
import { type Clock, rest } from '@cellwright/domain/basics';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { LeaderLine, type LeaderRow } from './leader-line.ts';

export interface LeadershipOptions {
  readonly connectionString: string;
  readonly schema: string;
  /** Task that only one process at a time may do, such as `robot sessions`. */
  readonly name: string;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** A process's period as the leader. Terms are numbered upwards: writes with an older number can be refused. */
export interface Term {
  readonly number: number;
  /** Aborts when another process leads, or this one has released the term. */
  readonly ended: AbortSignal;
}

/** Interval at which a waiting process checks for the leader, ms. */
const pollMs = 500;
/** Interval at which the leader confirms its term, ms. */
const beatMs = 2000;
/** Delay between attempts to reach the database, ms; the leader is back long before another process may replace it. */
const reconnectMs = 250;
/**
 * Time for a leader without a release to come back, ms: it may only have lost its connection, as all do when the
 * database restarts.
 */
const comeBackMs = 3000;

/**
 * Elects one leader among the processes on a database. An advisory lock on a separate connection shows that the leader
 * lives; a row contains the leader and its term. A leader that loses its connection continues to lead, in doubt, until
 * it has its lock again or finds another term: a restart of the database deposes no leader. A process that has seen a
 * leader gives it 3 s to come back, unless it released its term; one that starts on a free lock leads at once.
 */
export class Leadership {
  private readonly id = randomUUID();
  private readonly options: LeadershipOptions;
  private readonly clock: Clock;
  private readonly closing = new AbortController();
  private term: { readonly number: number; readonly end: AbortController } | undefined;
  private line: LeaderLine | undefined;
  private hasSeenLeader = false;
  /** Time since when the lock of a leader without a release has been free, on one connection. */
  private freeSince: number | undefined;
  private readonly waiters = new Set<() => void>();
  private running: Promise<void> = Promise.resolve();
  private cutRest: () => void = () => undefined;

  constructor(options: LeadershipOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
  }

  /** True if this process leads without doubt. */
  get isCertain(): boolean {
    return this.term !== undefined && this.line?.isHeld === true;
  }

  /** Returns the current term of this process, in doubt or not. */
  get current(): Term | undefined {
    return this.term && { number: this.term.number, ended: this.term.end.signal };
  }

  /**
   * Resolves when it is decided whether this process leads at once. @throws Error when the database does not answer.
   */
  async start(): Promise<void> {
    await this.connect();
    await this.look();
    this.running = this.run();
  }

  /** Resolves when this process leads; undefined once it is closed. */
  async win(): Promise<Term | undefined> {
    while (!this.current && !this.closing.signal.aborted) {
      await new Promise<void>((resolve) => this.waiters.add(resolve));
    }
    return this.current;
  }

  /** Confirms the term now, because there are signs of another leader. */
  verify(): void {
    this.cutRest();
  }

  /** Releases the term, so that another process can lead immediately. */
  async close(): Promise<void> {
    this.closing.abort();
    this.cutRest();
    await this.running;
    const { term } = this;
    this.term = undefined;
    // Without a response the lock ends with the connection anyway.
    if (term) await this.line?.release(term.number).catch(() => undefined);
    this.line?.close();
    term?.end.abort();
    this.wake();
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      try {
        await this.rest(this.term ? (this.line?.isHeld ? beatMs : reconnectMs) : this.restBeforeLooking);
        if (this.closing.signal.aborted) return;
        if (!this.line?.isOpen) await this.connect();
        await this.look();
      } catch (error) {
        // Logged once per outage.
        if (this.line) this.options.log.warn('the database does not say who leads', { name: this.options.name, error });
        this.line?.close();
        this.line = undefined;
      }
    }
  }

  private get restBeforeLooking(): number {
    return this.line ? pollMs : reconnectMs;
  }

  private async connect(): Promise<void> {
    this.line?.close();
    this.line = undefined;
    this.freeSince = undefined;
    this.line = await LeaderLine.open(this.options, this.id, () => this.cutRest());
  }

  /** Checks lock and row once, and acts on the result. */
  private async look(): Promise<void> {
    const { line } = this;
    if (!line) return;
    const isFree = line.isHeld || (await line.tryLock());
    const row = await line.read();
    if (this.term) {
      if (row?.term !== this.term.number) await this.depose(line);
      return;
    }
    if (!isFree) {
      this.hasSeenLeader = true;
      this.freeSince = undefined;
    } else if (this.mustWaitFor(row)) await line.unlock();
    else await this.lead(line, row);
  }

  private mustWaitFor(row: LeaderRow | undefined): boolean {
    if (!this.hasSeenLeader || !row?.leaderId) return false;
    this.freeSince ??= this.clock.now();
    return this.clock.now() - this.freeSince < comeBackMs;
  }

  private async lead(line: LeaderLine, row: LeaderRow | undefined): Promise<void> {
    const number = await line.begin();
    this.term = { number, end: new AbortController() };
    this.options.log.info('leading', { name: this.options.name, term: number, after: row?.leaderId ?? undefined });
    this.wake();
  }

  private async depose(line: LeaderLine): Promise<void> {
    const { name, log } = this.options;
    log.error('another process leads; this one waits until it is gone', { name, term: this.term?.number });
    const { term } = this;
    this.term = undefined;
    this.hasSeenLeader = true;
    this.freeSince = undefined;
    term?.end.abort();
    if (line.isHeld) await line.unlock();
  }

  private wake(): void {
    for (const resolve of this.waiters) resolve();
    this.waiters.clear();
  }

  private async rest(ms: number): Promise<void> {
    const cut = new AbortController();
    this.cutRest = () => cut.abort();
    if (this.closing.signal.aborted) return;
    await rest(this.clock, ms, cut.signal);
  }
}

/** SQL of the table of leaders, for a service's migration. */
export const leaderTableSql = `CREATE TABLE "Leader" (
    "name" TEXT NOT NULL,
    "leaderId" TEXT,
    "term" BIGINT NOT NULL,
    CONSTRAINT "Leader_pkey" PRIMARY KEY ("name")
);`;
