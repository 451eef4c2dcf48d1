import { createInterface } from 'node:readline';
import { messages } from '@cellwright/domain/messages';
import { type ModuleProcess, startModuleProcess } from '@cellwright/service-kit';
import type { PortResult } from '@cellwright/steps/framework';
import type { CodeCalls, CodeRunner } from '../domain/run/code-blocks.ts';
import { readProcessorTime } from '../sandbox/processor-time.ts';
import { codeLimits, computedTooLong } from './code-limits.ts';
import { type FromCode, fromCodeSchema, type ToCode } from './code-lines.ts';

/** Time allowed beside the code's own limits, ms. */
export interface ProcessLimits {
  /** Grace time after the code's own limit until its process is killed. */
  readonly graceMS: number;
  /** Time limit for the end of a killed process. */
  readonly killMS: number;
}
const usualLimits: ProcessLimits = { graceMS: 200, killMS: 800 };
/** Time limit for the start of a process, ms. */
const startMS = 20_000;
/** Maximum time of a turn on a machine too busy to let the code use its own limit, ms. */
const starvedMS = 10_000;
/** Minimum time between answers to calls, ms, so that code that only calls does not keep the runner busy. */
const betweenCallsMS = 5;
/** Maximum length of a line of a process. */
const maxLineCharacters = 2 * codeLimits.argumentCharacters + 1000;
/** Maximum writable memory of a process: Node.js itself needs about 100 MB, the interpreter at most 64 MB. */
const maxProcessBytes = 384 * 1024 * 1024;
const maxProcesses = 8;

const brokeOff = 'Its process ended unexpectedly';
const doesNotStart = 'Its process did not start because this machine is too busy. Try again';
const tooBusy = 'Its process did not continue because this machine is too busy. Try again';
const tooMany = `At most ${maxProcesses} code blocks can run at once. Wait until one has ended`;
const isStopping = 'The runner is stopping';

export interface CodeProcesses extends CodeRunner {
  close(): Promise<void>;
}

/** Creates a runner of code blocks, each in its own process, which starts and ends with the code. */
export function createCodeProcesses(limits = usualLimits): CodeProcesses {
  const running = new Set<CodeProcess>();
  let isClosed = false;
  return {
    async run(source, calls, signal) {
      if (signal.aborted) return { ok: false, stopped: true };
      if (isClosed) return failure(isStopping);
      if (running.size >= maxProcesses) return failure(tooMany);
      const started = new CodeProcess(source, { calls, limits }, signal);
      running.add(started);
      const result = await started.ended;
      running.delete(started);
      return result;
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((started) => started.end(failure(isStopping))));
    },
  };
}

class CodeProcess {
  readonly ended: Promise<PortResult>;
  private readonly child: ModuleProcess;
  private readonly source: string;
  private readonly calls: CodeCalls;
  private readonly limits: ProcessLimits;
  private readonly stopping = new AbortController();
  private readonly isGone: Promise<void>;
  private settle: (result: PortResult) => void = () => undefined;
  private isEnding = false;
  private sent = 0;
  private openCalls = 0;
  private answersAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    source: string,
    { calls, limits }: { readonly calls: CodeCalls; readonly limits: ProcessLimits },
    signal: AbortSignal,
  ) {
    this.source = source;
    this.calls = calls;
    this.limits = limits;
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
    const stop = () => void this.end({ ok: false, stopped: true });
    signal.addEventListener('abort', stop, { once: true });
    void this.ended.then(() => signal.removeEventListener('abort', stop));
    this.child = startModuleProcess(import.meta.url, './code-process.ts', {
      flags: ['--max-old-space-size=48', '--max-semi-space-size=2'],
      packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'zod'],
      maxMemoryBytes: maxProcessBytes,
    });
    this.isGone = new Promise((resolve) => this.child.once('close', () => resolve()));
    this.hear();
    this.watch(startMS, doesNotStart);
  }

  /** Ends the process at once, then reports how the code ended. */
  async end(result: PortResult): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    clearTimeout(this.timer);
    this.stopping.abort();
    this.child.kill('SIGKILL');
    const isGone = await Promise.race([this.isGone.then(() => true), later(this.limits.killMS).then(() => false)]);
    this.settle(isGone ? result : failure('Its process was killed but is still running', messages.codeBlockNotStopped));
  }

  private hear(): void {
    const { child } = this;
    child.once('error', (error) => void this.end(failure(`Its process cannot be started: ${error.message}`)));
    child.once('close', () => void this.end(failure(brokeOff)));
    child.stdin.on('error', () => undefined);
    let heard = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      // Counts bytes since the last line: a line without end would fill the memory.
      heard = chunk.includes(10) ? 0 : heard + chunk.length;
      if (heard > maxLineCharacters) void this.end(failure(brokeOff));
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!this.isEnding) this.take(line);
    });
  }

  private take(line: string): void {
    const said = readLine(line);
    if (said === undefined) void this.end(failure(brokeOff));
    else if (said.kind === 'ready') this.tell({ source: this.source });
    else if (said.kind === 'call') void this.answer(said);
    else if (said.kind === 'ended') void this.end({ ok: true, value: undefined });
    else if (said.kind === 'failed') void this.end(failure(said.message));
    else if (said.seen === this.sent) clearTimeout(this.timer);
  }

  private async answer({ id, name, args }: Extract<FromCode, { kind: 'call' }>): Promise<void> {
    this.openCalls += 1;
    // The process has the same limit, so more calls cannot come from our code.
    if (this.openCalls > codeLimits.openCalls) return this.end(failure(brokeOff));
    const now = performance.now();
    this.answersAt = Math.max(now, this.answersAt + betweenCallsMS);
    if (this.answersAt > now) await later(this.answersAt - now);
    if (this.isEnding) return;
    const answer = await this.calls.call(name, args, this.stopping.signal);
    this.openCalls -= 1;
    if (!this.isEnding) this.tell({ id, ...answer });
  }

  /** Sends a line; from now on its time limit runs until it waits again. */
  private tell(line: ToCode): void {
    this.sent += 1;
    this.child.stdin.write(`${JSON.stringify(line)}\n`);
    this.watchTurn();
  }

  /** Ends code that has computed for too long. On a busy machine that is not the time that has passed. */
  private watchTurn(): void {
    const { pid } = this.child;
    const { graceMS } = this.limits;
    const usedBefore = readProcessorTime(pid);
    const begunAt = performance.now();
    const check = () => {
      const used = readProcessorTime(pid);
      const isStarved = used !== undefined && usedBefore !== undefined && used - usedBefore < codeLimits.turnMS;
      if (!isStarved) void this.end(failure(computedTooLong));
      else if (performance.now() - begunAt >= starvedMS + graceMS) void this.end(failure(tooBusy));
      else this.timer = setTimeout(check, graceMS);
    };
    clearTimeout(this.timer);
    this.timer = setTimeout(check, codeLimits.turnMS + graceMS);
  }

  private watch(ms: number, why: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(failure(why)), ms);
  }
}

function readLine(line: string): FromCode | undefined {
  try {
    return fromCodeSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Not JSON, so no longer from our code.
    return undefined;
  }
}

function failure(detail: string, message: string = messages.codeBlockFailed): PortResult {
  return { ok: false, failure: { kind: 'ExecutionFailure', message, detail } };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
