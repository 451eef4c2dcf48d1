import type { Evaluation, Script, ScriptLanguage, ScriptRunner } from '@cellwright/steps/framework';
import type { FromScriptHost, ScriptHost, StartScriptHost } from './script-host.ts';
import { type ScriptLimits, scriptLimits, tookTooLong } from './script-limits.ts';

/** Past its own limit a script has this long until its host is ended from outside, ms. */
const graceMS = 150;
/** A ready host of a machine that has other things to do takes up its work within this, ms. */
const takeUpMS = 5000;
/** More evaluations than this waiting means that something is wrong. */
const maxWaiting = 1000;

interface Waiting {
  readonly script: Script;
  resolve(evaluation: Evaluation): void;
}

/** Scripts of one language in a host that starts with the first of them, and is replaced when one goes beyond its limits. */
export class ReplaceableHost implements ScriptRunner {
  private readonly waiting: Waiting[] = [];
  /** Told when the host that starts is ready, or is none. */
  private preparing: (() => void)[] = [];
  private host: ScriptHost | undefined;
  private isReady = false;
  private isClosed = false;
  private current: (Waiting & { readonly id: number }) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastID = 0;
  private readonly language: ScriptLanguage;
  private readonly limits: ScriptLimits;
  private readonly startHost: StartScriptHost;

  constructor(language: ScriptLanguage, startHost: StartScriptHost) {
    this.language = language;
    this.limits = scriptLimits[language];
    this.startHost = startHost;
  }

  /** Starts the interpreter ahead of its first script; resolves when it is ready, or cannot be had. */
  prepare(): Promise<void> {
    if (this.isClosed || this.isReady) return Promise.resolve();
    return new Promise((resolve) => {
      this.preparing.push(resolve);
      if (this.host === undefined) this.start();
    });
  }

  run(script: Script): Promise<Evaluation> {
    if (this.isClosed) return Promise.resolve(failure('The runner is stopping'));
    if (this.waiting.length >= maxWaiting) return Promise.resolve(failure('Too many expressions wait. Use fewer'));
    return new Promise((resolve) => {
      this.waiting.push({ script, resolve });
      this.goOn();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const ended = this.host;
    this.drop('The runner is stopping');
    for (const { resolve } of this.waiting.splice(0)) resolve(failure('The runner is stopping'));
    await ended?.end();
  }

  private goOn(): void {
    if (this.current !== undefined) return;
    const next = this.waiting[0];
    if (next === undefined) {
      if (this.host !== undefined) this.watch(this.limits.idleMS, () => this.drop(''));
      return;
    }
    if (this.host === undefined) {
      this.start();
      return;
    }
    if (!this.isReady) return;
    this.waiting.shift();
    this.current = { ...next, id: ++this.lastID };
    this.host.send({ id: this.lastID, script: next.script });
    this.watch(takeUpMS, () =>
      this.drop(`The ${this.language} expression did not get its turn: this machine is too busy. Try again`),
    );
  }

  private start(): void {
    const host = this.startHost({
      heard: (message) => {
        if (this.host === host) this.take(message);
      },
      lost: (why) => {
        if (this.host === host) this.lose(why);
      },
    });
    this.host = host;
    this.isReady = false;
    this.watch(this.limits.startMS, () => this.lose('their interpreter does not start'));
  }

  private take(message: FromScriptHost): void {
    if (message === 'begun') {
      this.watch(this.limits.timeMS + graceMS, () => this.drop(tookTooLong(this.language)));
      return;
    }
    if (message === 'ready') {
      this.isReady = true;
      this.tellPrepared();
    } else if (this.current?.id === message.id) {
      const { resolve } = this.current;
      const { evaluation, isSpent } = message.answer;
      this.current = undefined;
      if (isSpent) this.drop('');
      resolve(evaluation);
    }
    this.goOn();
  }

  /** Ends the host, whatever it does; what waits goes on in the next one. */
  private drop(message: string): void {
    clearTimeout(this.timer);
    const { host, current } = this;
    this.host = undefined;
    this.isReady = false;
    this.current = undefined;
    this.tellPrepared();
    void host?.end();
    current?.resolve(failure(message));
    if (!this.isClosed && this.waiting.length > 0) this.goOn();
  }

  private tellPrepared(): void {
    for (const told of this.preparing.splice(0)) told();
  }

  private lose(why: string): void {
    const message = `${this.language} expressions cannot be evaluated: ${why}`;
    const all = this.waiting.splice(0);
    this.drop(message);
    for (const { resolve } of all) resolve(failure(message));
  }

  private watch(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, ms);
    this.timer.unref();
  }
}

function failure(message: string): Evaluation {
  return { ok: false, message };
}
