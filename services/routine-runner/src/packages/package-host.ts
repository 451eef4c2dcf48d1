import type { ModuleProcess } from '@cellwright/service-kit';
import type { PackageCalls, PortResult } from '@cellwright/steps/framework';
import { packageCallNames } from '@cellwright/steps/packaged';
import { codeLimits, computedTooLong } from '../code-blocks/code-limits.ts';
import { CallPace, IsolatedProcess, type ProcessLimits, processLosses } from '../code-blocks/isolated-process.ts';
import { type FromHost, fromHostSchema, hostLimits, type ToHost } from './host-lines.ts';

export interface PackageSource {
  readonly name: string;
  /** Step kinds that its manifest declares. */
  readonly kinds: readonly string[];
  /** Text of its module. */
  readonly source: string;
}

export interface HostOptions {
  readonly start: () => ModuleProcess;
  readonly limits: ProcessLimits;
  /** Called whenever the package becomes able to play or not, with the reason. */
  readonly onState: (problem: string | undefined) => void;
}

interface Playing {
  readonly calls: PackageCalls;
  readonly stopping: AbortController;
  readonly settle: (result: PortResult) => void;
  openCalls: number;
}

type Loaded = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** The process of one package. A lost process fails the steps that it plays, and is started again. */
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

  /** Plays a step. Never waits for the process once the signal aborts. */
  async run(step: string, args: unknown, calls: PackageCalls, signal: AbortSignal): Promise<PortResult> {
    if (signal.aborted) return stopped;
    const loaded = await Promise.race([this.start(), aborted(signal)]);
    if (loaded === undefined) return stopped;
    if (!loaded.ok) return this.#failure(step, loaded.problem);
    if (this.#playing.size >= hostLimits.runs) return this.#failure(step, tooMany);
    const run = ++this.#lastRun;
    const stopping = new AbortController();
    const result = await new Promise<PortResult>((resolve) => {
      const stop = () => this.#stop(run);
      signal.addEventListener('abort', stop, { once: true });
      const settle = (ended: PortResult) => {
        signal.removeEventListener('abort', stop);
        resolve(ended);
      };
      this.#playing.set(run, { calls, stopping, settle, openCalls: 0 });
      this.#send({ kind: 'run', run, step, args: JSON.stringify(args), calls: [...packageCallNames] });
    });
    stopping.abort();
    return 'failure' in result ? this.#failure(step, result.failure.message) : result;
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
    else if (line.kind === 'loaded') this.#check(line.steps);
    else if (line.kind === 'refused') this.#settle(line.message);
    else if (line.kind === 'call') void this.#answer(line);
    else if (line.kind === 'ended') this.#finish(line.run, { ok: true, value: undefined });
    else if (line.kind === 'failed') this.#finish(line.run, failureOf(line.message));
    else this.#process?.rest(line.seen);
  }

  /** The module must export each kind that the manifest declares. */
  #check(exported: readonly string[]): void {
    const missing = this.#package.kinds.find((kind) => !exported.includes(kind));
    this.#settle(missing === undefined ? undefined : `Its module does not export steps.${missing} with a function run`);
  }

  #settle(problem: string | undefined): void {
    this.#isLoaded = problem === undefined;
    this.#options.onState(problem);
    this.#settleLoaded(problem === undefined ? { ok: true } : { ok: false, problem });
  }

  #finish(run: number, result: PortResult): void {
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

  /** Fails what it plays. A process that had loaded its module starts again; another is tried by the next step. */
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

  #failure(step: string, reason: string): PortResult {
    return failureOf(`The step kind ${step} of the package ${this.#package.name} failed. ${reason}`);
  }
}

const stopped: PortResult = { ok: false, stopped: true };
const isStopping = 'The runner is stopping';
const tooMany = `At most ${hostLimits.runs} steps of a package can play at once. Wait until one has ended`;
const tooManyCalls = `${processLosses.brokeOff}: it made more calls than allowed`;
const spokeNonsense = `${processLosses.brokeOff}: it sent a message that is not valid`;

function failureOf(message: string): PortResult & { readonly failure: { readonly message: string } } {
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

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
