import type { Worker } from 'node:worker_threads';
import { startModuleWorker } from '@cellwright/service-kit';
import type { Evaluation, Script, ScriptRunner } from '@cellwright/steps/framework';
import { type ScriptAnswer, scriptLimits, tookTooLong } from './script-limits.ts';

export interface ToScriptThread {
  readonly id: number;
  readonly script: Script;
}
export type FromScriptThread = 'ready' | 'begun' | { readonly id: number; readonly answer: ScriptAnswer };

/** Past its own limit a script has this long until its thread is ended from outside, ms. */
const graceMS = 150;
/** A ready thread of a machine that has other things to do takes up its work within this, ms. */
const takeUpMS = 5000;
const notTakenUp = 'The JavaScript expression did not get its turn: this machine is too busy. Try again';
/** A thread that does not start within this says so instead of keeping a step waiting, ms. */
const startMS = 30_000;
/** A thread that nobody uses is ended: its memory is the cell's. */
const idleMS = 60_000;
/** More evaluations than this waiting means that something is wrong. */
const maxWaiting = 1000;

interface Waiting {
  readonly script: Script;
  resolve(evaluation: Evaluation): void;
}

export interface ScriptThread extends ScriptRunner {
  close(): Promise<void>;
}

/** Scripts in a thread that starts with the first of them, and is replaced when one goes beyond its limits. */
export function createScriptThread(): ScriptThread {
  return new ReplaceableThread();
}

class ReplaceableThread implements ScriptThread {
  private readonly waiting: Waiting[] = [];
  private worker: Worker | undefined;
  private isReady = false;
  private isClosed = false;
  private current: (Waiting & { readonly id: number }) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private lastID = 0;

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
    const ended = this.worker;
    this.drop('The runner is stopping');
    for (const { resolve } of this.waiting.splice(0)) resolve(failure('The runner is stopping'));
    await ended?.terminate();
  }

  private goOn(): void {
    if (this.current !== undefined) return;
    const next = this.waiting[0];
    if (next === undefined) {
      if (this.worker !== undefined) this.watch(idleMS, () => this.drop(''));
      return;
    }
    if (this.worker === undefined) {
      this.start();
      return;
    }
    if (!this.isReady) return;
    this.waiting.shift();
    this.current = { ...next, id: ++this.lastID };
    this.worker.postMessage({ id: this.lastID, script: next.script } satisfies ToScriptThread);
    this.watch(takeUpMS, () => this.drop(notTakenUp));
  }

  private start(): void {
    const worker = startModuleWorker(import.meta.url, './script-worker.ts', {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    this.worker = worker;
    this.isReady = false;
    worker.on('message', (message: FromScriptThread) => {
      if (this.worker === worker) this.take(message);
    });
    const lose = (why: string) => {
      if (this.worker !== worker) return;
      this.failAll(`JavaScript expressions cannot be evaluated: ${why}`);
    };
    worker.on('error', (error) => lose(error.message));
    worker.on('exit', (code) => lose(`their thread ended with ${code}`));
    this.watch(startMS, () => lose('their thread does not start'));
  }

  private take(message: FromScriptThread): void {
    if (message === 'begun') {
      this.watch(scriptLimits.timeMS + graceMS, () => this.drop(tookTooLong));
      return;
    }
    if (message === 'ready') this.isReady = true;
    else if (this.current?.id === message.id) {
      const { resolve } = this.current;
      const { evaluation, isSpent } = message.answer;
      this.current = undefined;
      if (isSpent) this.drop('');
      resolve(evaluation);
    }
    this.goOn();
  }

  /** Ends the thread, whatever it does; what waits goes on in the next one. */
  private drop(message: string): void {
    clearTimeout(this.timer);
    const { worker, current } = this;
    this.worker = undefined;
    this.current = undefined;
    void worker?.terminate();
    current?.resolve(failure(message));
    if (!this.isClosed && this.waiting.length > 0) this.goOn();
  }

  private failAll(message: string): void {
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
