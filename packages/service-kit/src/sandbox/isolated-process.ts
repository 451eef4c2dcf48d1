import { createInterface } from 'node:readline';
import type { ModuleProcess } from '../module-process.ts';
import { codeLimits } from './code-limits.ts';
import { readProcessorTime } from './processor-time.ts';

/** Time allowed beside the code's own limits, ms. */
export interface ProcessLimits {
  /** Grace time after the code's own limit until its process is killed. */
  readonly graceMS: number;
  /** Time limit for the end of a killed process. */
  readonly killMS: number;
}
export const usualProcessLimits: ProcessLimits = { graceMS: 200, killMS: 800 };

/** Time limit for the start of a process, ms. */
const startMS = 20_000;
/** Maximum time of a turn on a machine too busy to let the code use its own limit, ms. */
const starvedMS = 10_000;
/** Maximum length of a line of a process. */
const maxLineCharacters = 2 * codeLimits.argumentCharacters + 1000;
/** Maximum writable memory of a process: Node.js itself needs about 100 MB, an interpreter at most 64 MB. */
export const maxProcessBytes = 384 * 1024 * 1024;

export const processLosses = {
  brokeOff: 'Its process ended unexpectedly',
  doesNotStart: 'Its process did not start because this machine is too busy. Try again',
  tooBusy: 'Its process did not continue because this machine is too busy. Try again',
} as const;

export interface ProcessOwner {
  /** Called with each line; the owner checks it. */
  onLine(line: string): void;
  /** Called once if the process is lost or must be ended. @param reason a sentence */
  onLost(reason: string): void;
}

/** A process with code that is not trusted: it is watched while it computes, and can be ended at any time. */
export class IsolatedProcess {
  readonly #child: ModuleProcess;
  readonly #owner: ProcessOwner;
  readonly #limits: ProcessLimits;
  /** Reason if a turn takes too long. */
  readonly #tooLong: string;
  readonly #isGone: Promise<void>;
  #isEnding = false;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(child: ModuleProcess, owner: ProcessOwner, limits: ProcessLimits, tooLong: string) {
    this.#child = child;
    this.#owner = owner;
    this.#limits = limits;
    this.#tooLong = tooLong;
    this.#isGone = new Promise((resolve) => child.once('close', () => resolve()));
    this.#hear();
    this.#timer = setTimeout(() => this.#lose(processLosses.doesNotStart), startMS);
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a line; from now on its time limit runs until it waits again. */
  send(line: object): void {
    this.#sent += 1;
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
    this.#watchTurn();
  }

  /** Ends the watch of a turn, if the process has read this many lines: all that were sent. */
  rest(seen: number): void {
    if (seen === this.#sent) clearTimeout(this.#timer);
  }

  /** Kills the process at once. Returns false if it is still there after the time limit. Reports nothing more. */
  async end(): Promise<boolean> {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    this.#child.kill('SIGKILL');
    return Promise.race([this.#isGone.then(() => true), later(this.#limits.killMS).then(() => false)]);
  }

  #lose(reason: string): void {
    if (!this.#isEnding) this.#owner.onLost(reason);
  }

  #hear(): void {
    const child = this.#child;
    child.once('error', (error) => this.#lose(`Its process cannot be started: ${error.message}`));
    child.once('close', () => this.#lose(processLosses.brokeOff));
    child.stdin.on('error', () => undefined);
    let heard = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      // Counts bytes since the last line: a line without end would fill the memory.
      heard = chunk.includes(10) ? 0 : heard + chunk.length;
      if (heard > maxLineCharacters) this.#lose(processLosses.brokeOff);
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!this.#isEnding) this.#owner.onLine(line);
    });
  }

  /** Ends code that has computed for too long. On a busy machine that is not the time that has passed. */
  #watchTurn(): void {
    const { pid } = this.#child;
    const { graceMS } = this.#limits;
    const usedBefore = readProcessorTime(pid);
    const begunAt = performance.now();
    const check = () => {
      const used = readProcessorTime(pid);
      const isStarved = used !== undefined && usedBefore !== undefined && used - usedBefore < codeLimits.turnMS;
      if (!isStarved) this.#lose(this.#tooLong);
      else if (performance.now() - begunAt >= starvedMS + graceMS) this.#lose(processLosses.tooBusy);
      else this.#timer = setTimeout(check, graceMS);
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(check, codeLimits.turnMS + graceMS);
  }
}

/** Spaces the answers to calls, so that code that only calls does not keep the runner busy. */
export class CallPace {
  #answersAt = 0;

  async next(): Promise<void> {
    const now = performance.now();
    this.#answersAt = Math.max(now, this.#answersAt + betweenCallsMS);
    if (this.#answersAt > now) await later(this.#answersAt - now);
  }
}

/** Minimum time between answers to calls, ms. */
const betweenCallsMS = 5;

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
