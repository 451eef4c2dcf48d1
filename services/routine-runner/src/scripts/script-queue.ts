import type { Clock } from '@cellwright/domain/basics';
import type { Evaluation, Script, ScriptLanguage } from '@cellwright/steps/framework';
import type { HostPool } from './host-pool.ts';
import type { Penalties } from './penalties.ts';
import { scriptLimits, tookTooLong } from './script-limits.ts';
import type { FromScriptProcess } from './script-lines.ts';
import type { WarmHost } from './warm-host.ts';

/** Time after its own limit until the host of an expression is ended from outside, ms. */
const graceMS = 150;
/** Time within which a ready host on a busy machine starts its work, ms. */
const takeUpMS = 5000;
/** More waiting evaluations than this mean that something is wrong. */
const maxWaiting = 1000;
/** Limits the waiting evaluations of one caller, so that others get a share. */
const maxWaitingOfCaller = 200;
/** Interval at which an evaluation that waits for processes is considered again, in case one was lost, ms. */
const retryMS = 1000;
/** Time after which the caller of a waiting evaluation has given up, ms. */
const maxWaitMS = 60_000;

const isStopping = 'The runner is stopping';
const tooManyWait = 'Too many expressions are pending. Use fewer';
const waitedTooLong =
  'The expression waited too long because earlier ones had to be stopped. Correct those and try again';

interface Waiting {
  readonly script: Script;
  readonly callerID: string;
  readonly since: number;
  resolve(evaluation: Evaluation): void;
}

export interface ScriptQueueParts {
  readonly pool: HostPool;
  readonly penalties: Penalties;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
}

/**
 * Expressions of one robot, one after the other. Callers take turns. A caller whose expressions had to be ended waits
 * before its next one begins, and until a second process is ready: others would wait for a start if it had to be ended.
 */
export class ScriptQueue {
  private readonly parts: ScriptQueueParts;
  private readonly waiting: Waiting[] = [];
  /** Order of turns: callers that were served, the latest last. */
  private readonly served = new Set<string>();
  private host: WarmHost | undefined;
  private current: (Waiting & { readonly id: number }) | undefined;
  private cancelTimer: () => void = () => undefined;
  private isClosed = false;
  private lastID = 0;

  constructor(parts: ScriptQueueParts) {
    this.parts = parts;
    parts.pool.whenIdle(() => this.dropHost());
    parts.pool.whenSpareIsReady(() => this.advance());
  }

  /** Never rejects; errors are in the message of the evaluation. */
  run(script: Script, callerID: string): Promise<Evaluation> {
    if (this.isClosed) return Promise.resolve(failure(isStopping));
    const own = this.waiting.filter((other) => other.callerID === callerID).length;
    if (this.waiting.length >= maxWaiting || own >= maxWaitingOfCaller) return Promise.resolve(failure(tooManyWait));
    return new Promise((resolve) => {
      this.waiting.push({ script, callerID, since: this.parts.clock.now(), resolve });
      this.advance();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { host } = this;
    this.endCurrent(failure(isStopping));
    for (const { resolve } of this.waiting.splice(0)) resolve(failure(isStopping));
    await host?.end();
  }

  private advance(): void {
    if (this.isClosed || this.current !== undefined) return;
    this.expire();
    const next = this.choose();
    if (next === undefined) {
      this.prepareForPenalised();
      return;
    }
    const { pool } = this.parts;
    this.host ??= this.adopt(pool.take(next.script.language, this));
    const host = pool.exchangeForReady(this.host);
    if (host !== this.host) this.host = this.adopt(host);
    if (host.isReady) this.begin(host, next);
  }

  /** Begins with the caller that was served longest ago; its own evaluations keep their order. */
  private choose(): Waiting | undefined {
    const { clock, penalties, pool } = this.parts;
    const now = clock.now();
    const order = [...this.served];
    const canLoseHost = this.host?.isReady === true && pool.hasReadySpareFor(this);
    let chosen: Waiting | undefined;
    for (const waiting of this.waiting) {
      if (penalties.startsAt(waiting.callerID) > now) continue;
      if (penalties.has(waiting.callerID) && !canLoseHost) continue;
      if (!chosen || order.indexOf(waiting.callerID) < order.indexOf(chosen.callerID)) chosen = waiting;
    }
    return chosen;
  }

  private begin(host: WarmHost, next: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.served.delete(next.callerID);
    if (this.waiting.length > 0) this.served.add(next.callerID);
    else this.served.clear();
    this.current = { ...next, id: ++this.lastID };
    if (this.parts.penalties.has(next.callerID)) this.parts.pool.reserveSpare(this);
    const { language } = next.script;
    const message = `The ${language} expression did not run because this machine is too busy. Try again`;
    // Set first: a host may respond during the send, and its response replaces this limit.
    this.watch(takeUpMS, () => this.endCurrent(failure(message)));
    host.send(this.lastID, next.script);
  }

  private take(message: Exclude<FromScriptProcess, 'ready'>): void {
    const { current } = this;
    if (current === undefined) return;
    const { language } = current.script;
    if (message === 'begun') {
      this.watchLimit(scriptLimits[language].timeMS + graceMS, this.host?.usedMS());
      return;
    }
    if (message.id !== current.id) return;
    const { evaluation, isSpent } = message.answer;
    if (isSpent) {
      this.punish(evaluation);
      return;
    }
    this.cancelTimer();
    this.current = undefined;
    current.resolve(evaluation);
    this.parts.pool.noteUse(language);
    this.parts.pool.releaseSpare(this);
    this.advance();
  }

  /** Ends an expression that has used up its time. On a busy machine that is not the time that has passed. */
  private watchLimit(ms: number, usedAtBegin: number | undefined): void {
    const { clock } = this.parts;
    const begunAt = clock.now();
    const check = () => {
      const { current, host } = this;
      if (current === undefined) return;
      const { language } = current.script;
      const used = (host?.usedMS() ?? Number.POSITIVE_INFINITY) - (usedAtBegin ?? 0);
      const isStarved = usedAtBegin !== undefined && used < scriptLimits[language].timeMS;
      if (isStarved && clock.now() - begunAt < takeUpMS) this.watch(graceMS, check);
      else this.punish(failure(tookTooLong(language)));
    };
    this.watch(ms, check);
  }

  /** Ends the evaluation that went beyond its limits, with its host. */
  private punish(evaluation: Evaluation): void {
    if (this.current) {
      this.parts.penalties.add(this.current.callerID);
      this.parts.pool.noteUse(this.current.script.language);
    }
    this.endCurrent(evaluation);
  }

  /** Ends the host with its evaluation. Waiting evaluations continue in another one. */
  private endCurrent(evaluation: Evaluation): void {
    const { current } = this;
    this.current = undefined;
    this.cancelTimer();
    this.dropHost();
    current?.resolve(evaluation);
    // The next one finds a process, also if none waits yet.
    if (current && !this.isClosed) this.replaceHost(current.script.language);
    this.parts.pool.releaseSpare(this);
    this.advance();
  }

  private replaceHost(language: ScriptLanguage): void {
    const { pool } = this.parts;
    this.host ??= this.adopt(pool.take(language, this));
    pool.keepSpare(language);
  }

  private lose(reason: string): void {
    const { current } = this;
    this.host = undefined;
    if (current) {
      const { language } = current.script;
      this.punish(failure(`The ${language} expression used too much memory and its process ended. Simplify it`));
      return;
    }
    const lost = this.waiting.splice(0);
    for (const { script, resolve } of lost) {
      resolve(failure(`${script.language} expressions cannot be evaluated: ${reason}`));
    }
  }

  private adopt(host: WarmHost): WarmHost {
    host.giveTo({
      onReady: () => this.advance(),
      onMessage: (message) => this.take(message),
      onLost: (reason) => this.lose(reason),
    });
    return host;
  }

  private dropHost(): void {
    void this.host?.end();
    this.host = undefined;
  }

  private expire(): void {
    const oldest = this.parts.clock.now() - maxWaitMS;
    for (const late of this.waiting.filter(({ since }) => since <= oldest)) {
      this.waiting.splice(this.waiting.indexOf(late), 1);
      late.resolve(failure(waitedTooLong));
    }
  }

  /** Starts a process for a penalised caller beside the warm one, which is for others, and waits. */
  private prepareForPenalised(): void {
    const [first] = this.waiting;
    if (first === undefined) return;
    const { clock, penalties, pool } = this.parts;
    this.host ??= this.adopt(pool.start());
    pool.keepSpare(first.script.language);
    const earliest = Math.min(...this.waiting.map(({ callerID }) => penalties.startsAt(callerID)));
    const isDue = earliest <= clock.now();
    this.watch(isDue ? retryMS : earliest - clock.now(), () => this.advance());
  }

  private watch(ms: number, callback: () => void): void {
    this.cancelTimer();
    this.cancelTimer = this.parts.clock.schedule(ms, callback);
  }
}

function failure(message: string): Evaluation {
  return { ok: false, message };
}
