import { unlessAborted } from '@cellwright/domain/basics';
import type { ModuleProcess } from '../module-process.ts';
import { codeLimits, computedTooLong } from './code-limits.ts';
import { type FromHost, fromHostSchema, hostLimits, type ModuleEntry, type ToHost } from './host-lines.ts';
import { CallPace, IsolatedProcess, type ProcessLimits, processLosses } from './isolated-process.ts';

export interface PackageSource {
  readonly name: string;
  /** Kinds that its module must export: 'steps.BlinkLamp', 'devices.SignalTower'. */
  readonly exported: readonly string[];
  /** Text of its module. */
  readonly source: string;
}

type CallAnswer = { readonly ok: true; readonly json: string } | { readonly ok: false; readonly message: string };

/** Calls of a part that runs. Arguments are a JSON array, answers JSON. */
export interface ModuleCalls {
  call(name: string, args: string, signal: AbortSignal): Promise<CallAnswer>;
}

/** A part of the module to run, with its arguments and its calls. */
export interface ModuleRun {
  readonly entry: ModuleEntry;
  readonly args: unknown;
  readonly calls: ModuleCalls;
  readonly callNames: readonly string[];
}

/** `stopped`: the signal aborted. */
export type HostResult =
  | { readonly ok: true; readonly value: undefined }
  | { readonly ok: false; readonly failure: { readonly kind: 'ExecutionFailure'; readonly message: string } }
  | { readonly ok: false; readonly stopped: true };

export interface HostOptions {
  readonly start: () => ModuleProcess;
  readonly limits: ProcessLimits;
  /** Called whenever the package becomes able to run or not, with the reason. */
  readonly onState: (problem: string | undefined) => void;
}

interface Playing {
  readonly calls: ModuleCalls;
  readonly stopping: AbortController;
  readonly settle: (result: HostResult) => void;
  openCalls: number;
}

type Loaded = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** The process of one package. A lost process fails the parts that it runs, and is started again. */
export class PackageHost {
  readonly #package: PackageSource;
  readonly #options: HostOptions;
  readonly #playing = new Map<number, Playing>();
  readonly #pace = new CallPace();
  #process: IsolatedProcess | undefined;
  #loaded: Promise<Loaded> | undefined;
  #settleLoaded: (loaded: Loaded) => void = () => undefined;
  #isLoaded = false;
  #isClosed = false;
  #lastRun = 0;
  #restarts = 0;

  constructor(source: PackageSource, options: HostOptions) {
    this.#package = source;
    this.#options = options;
  }

  /** Count of processes that were lost. */
  get restarts(): number {
    return this.#restarts;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the process, unless it runs, and resolves when the module is loaded. */
  start(): Promise<Loaded> {
    if (this.#isClosed) return Promise.resolve({ ok: false, problem: isStopping });
    if (this.#loaded) return this.#loaded;
    this.#isLoaded = false;
    this.#loaded = new Promise((resolve) => {
      this.#settleLoaded = resolve;
    });
    const { start, limits } = this.#options;
    const process = new IsolatedProcess(
      start(),
      { onLine: (line) => this.#take(line), onLost: (reason) => void this.#lose(process, reason) },
      limits,
      computedTooLong,
    );
    this.#process = process;
    return this.#loaded;
  }

  /** Runs a part of the module. Never waits for the process once the signal aborts. */
  async run({ entry, args, calls, callNames }: ModuleRun, signal: AbortSignal): Promise<HostResult> {
    if (signal.aborted) return stopped;
    const loaded = await unlessAborted(this.start(), signal);
    if (loaded === undefined) return stopped;
    if (!loaded.ok) return this.#failure(entry, loaded.problem);
    if (this.#playing.size >= hostLimits.runs) return this.#failure(entry, tooMany);
    const run = ++this.#lastRun;
    const stopping = new AbortController();
    const result = await new Promise<HostResult>((resolve) => {
      const stop = () => this.#stop(run);
      signal.addEventListener('abort', stop, { once: true });
      const settle = (ended: HostResult) => {
        signal.removeEventListener('abort', stop);
        resolve(ended);
      };
      this.#playing.set(run, { calls, stopping, settle, openCalls: 0 });
      this.#send({ kind: 'run', run, entry, args: JSON.stringify(args), calls: [...callNames] });
    });
    stopping.abort();
    return 'failure' in result ? this.#failure(entry, result.failure.message) : result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end(isStopping);
  }

  #stop(run: number): void {
    const playing = this.#playing.get(run);
    this.#playing.delete(run);
    playing?.settle(stopped);
    this.#send({ kind: 'drop', run });
  }

  #take(text: string): void {
    const line = readLine(text);
    if (line === undefined) {
      void this.#lose(this.#process, spokeNonsense);
      return;
    }
    if (line.kind === 'ready') this.#send({ kind: 'load', source: this.#package.source });
    else if (line.kind === 'loaded') this.#check(line.exported);
    else if (line.kind === 'refused') this.#settle(line.message);
    else if (line.kind === 'call') void this.#answer(line);
    else if (line.kind === 'ended') this.#finish(line.run, { ok: true, value: undefined });
    else if (line.kind === 'failed') this.#finish(line.run, failureOf(line.message));
    else this.#process?.rest(line.seen);
  }

  #check(exported: readonly string[]): void {
    const missing = this.#package.exported.find((kind) => !exported.includes(kind));
    const parts = missing?.startsWith('devices.') ? 'functions read, act and simulate' : 'a function run';
    this.#settle(missing === undefined ? undefined : `Its module does not export ${missing} with ${parts}`);
  }

  #settle(problem: string | undefined): void {
    this.#isLoaded = problem === undefined;
    this.#options.onState(problem);
    this.#settleLoaded(problem === undefined ? { ok: true } : { ok: false, problem });
  }

  #finish(run: number, result: HostResult): void {
    const playing = this.#playing.get(run);
    this.#playing.delete(run);
    playing?.settle(result);
  }

  async #answer({ run, id, name, args }: Extract<FromHost, { kind: 'call' }>): Promise<void> {
    const playing = this.#playing.get(run);
    if (!playing) return;
    playing.openCalls += 1;
    // The process has the same limit, so more calls cannot come from our code.
    if (playing.openCalls > codeLimits.openCalls) return this.#lose(this.#process, tooManyCalls);
    await this.#pace.next();
    if (!this.#playing.has(run)) return;
    const answer = await playing.calls.call(name, args, playing.stopping.signal);
    playing.openCalls -= 1;
    if (!this.#playing.has(run)) return;
    if (answer.ok) this.#send({ kind: 'answer', run, id, json: answer.json });
    else this.#send({ kind: 'refusal', run, id, message: answer.message });
  }

  #send(line: ToHost): void {
    if (this.#process?.isEnding === false) this.#process.send(line);
  }

  /** Fails what it runs. A process that had loaded its module starts again; another is tried by the next part. */
  async #lose(process: IsolatedProcess | undefined, reason: string): Promise<void> {
    if (process === undefined || process !== this.#process) return;
    const mayRestart = this.#isLoaded;
    this.#restarts += 1;
    await this.#end(reason);
    if (mayRestart) void this.start();
  }

  async #end(reason: string): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#loaded = undefined;
    const wasLoaded = this.#isLoaded;
    this.#isLoaded = false;
    if (!wasLoaded) this.#options.onState(reason);
    this.#settleLoaded({ ok: false, problem: reason });
    for (const run of [...this.#playing.keys()]) this.#finish(run, failureOf(reason));
    await process?.end();
  }

  #failure({ kind, name }: ModuleEntry, reason: string): HostResult {
    const what = kind === 'step' ? 'step kind' : 'device kind';
    return failureOf(`The ${what} ${name} of the package ${this.#package.name} failed. ${reason}`);
  }
}

const stopped: HostResult = { ok: false, stopped: true };
const isStopping = 'The cell is stopping';
const tooMany = `At most ${hostLimits.runs} parts of a package can run at once. Wait until one has ended`;
const tooManyCalls = `${processLosses.brokeOff}: it made more calls than allowed`;
const spokeNonsense = `${processLosses.brokeOff}: it sent a message that is not valid`;

function failureOf(message: string): HostResult {
  return { ok: false, failure: { kind: 'ExecutionFailure', message } };
}

function readLine(line: string): FromHost | undefined {
  try {
    return fromHostSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Not JSON, so no longer from our code.
    return undefined;
  }
}
