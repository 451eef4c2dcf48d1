import type { Clock } from '@cellwright/domain/basics';
import type { ScriptLanguage } from '@cellwright/steps/framework';
import type { StartScriptHost } from './script-host.ts';
import { WarmHost } from './warm-host.ts';

/** Processes that no expression has used for this long are ended: their memory belongs to the cell, ms. */
const idleMS = 600_000;

/** Hosts for all robots. From the first use on one more is kept warm, so that ending one does not hold up the next. */
export class HostPool {
  private readonly startHost: StartScriptHost;
  private readonly clock: Pick<Clock, 'schedule'>;
  private readonly languages = new Set<ScriptLanguage>();
  private readonly onIdle: (() => void)[] = [];
  private onSpare: (() => void)[] = [];
  /** Queue whose running expression may cost its host: the warm one is kept for what waits behind it. */
  private reservedBy: object | undefined;
  private spare: WarmHost | undefined;
  private cancelIdle: () => void = () => undefined;
  private isClosed = false;

  constructor(startHost: StartScriptHost, clock: Pick<Clock, 'schedule'>) {
    this.startHost = startHost;
    this.clock = clock;
  }

  /** Calls back when no expression was evaluated for a long time. */
  whenIdle(callback: () => void): void {
    this.onIdle.push(callback);
  }

  /** Calls back when the warm host becomes ready. */
  whenSpareIsReady(callback: () => void): void {
    this.onSpare.push(callback);
  }

  /** True if the warm host is ready and kept for no other queue. */
  hasReadySpareFor(queue: object): boolean {
    return this.spare?.isReady === true && this.isFor(queue);
  }

  /** Keeps the warm host for a queue until `releaseSpare`. */
  reserveSpare(queue: object): void {
    this.reservedBy = queue;
  }

  /** Lets the other queues use the warm host first. */
  releaseSpare(queue: object): void {
    if (this.reservedBy !== queue) return;
    this.reservedBy = undefined;
    if (this.spare?.isReady) this.callQueues();
  }

  /** Starts a warm host if there is none. */
  keepSpare(language: ScriptLanguage): void {
    if (this.isClosed) return;
    this.languages.add(language);
    if (this.spare === undefined || this.spare.isLost) this.keep(this.start());
  }

  /** Returns the warm host if there is one that is kept for no other queue, else a new one. */
  take(language: ScriptLanguage, queue: object): WarmHost {
    this.languages.add(language);
    const { spare } = this;
    if (spare === undefined || spare.isLost || !this.isFor(queue)) return this.start();
    this.spare = undefined;
    return spare;
  }

  /** Returns the warm host in exchange for one that is still starting, or else the given host. */
  exchangeForReady(host: WarmHost): WarmHost {
    const { spare } = this;
    if (host.isReady || !spare?.isReady) return host;
    this.keep(host);
    return spare;
  }

  /** Returns a new host and leaves the warm one to others. */
  start(): WarmHost {
    return new WarmHost(this.startHost, [...this.languages], this.clock);
  }

  /** An expression was evaluated: from now on, for a while, a host is kept warm. */
  noteUse(language: ScriptLanguage): void {
    if (this.isClosed) return;
    this.cancelIdle();
    this.cancelIdle = this.clock.schedule(idleMS, () => this.rest());
    this.keepSpare(language);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelIdle();
    await this.spare?.end();
  }

  private isFor(queue: object): boolean {
    return this.reservedBy === undefined || this.reservedBy === queue;
  }

  private keep(host: WarmHost): void {
    this.spare = host;
    host.giveTo({
      onReady: () => this.callQueues(),
      onMessage: () => undefined,
      onLost: () => undefined,
    });
  }

  /** Each time another queue is the first. */
  private callQueues(): void {
    const [first, ...others] = this.onSpare;
    if (first) this.onSpare = [...others, first];
    for (const callback of this.onSpare) callback();
  }

  private rest(): void {
    void this.spare?.end();
    this.spare = undefined;
    this.languages.clear();
    for (const callback of this.onIdle) callback();
  }
}
