import { messages } from '@cellwright/domain/messages';
import { startModuleProcess } from '@cellwright/service-kit';
import {
  CallPace,
  codeLimits,
  computedTooLong,
  type FromCode,
  fromCodeSchema,
  IsolatedProcess,
  maxProcessBytes,
  type ProcessLimits,
  processLosses,
  type ToCode,
  usualProcessLimits,
} from '@cellwright/service-kit/sandbox/hosts';
import type { PortResult } from '@cellwright/steps/framework';
import type { CodeCalls, CodeRunner } from '../domain/run/code-blocks.ts';

const maxProcesses = 8;
const tooMany = `At most ${maxProcesses} code blocks can run at once. Wait until one has ended`;
const isStopping = 'The runner is stopping';

export interface CodeProcesses extends CodeRunner {
  close(): Promise<void>;
}

/** Creates a runner of code blocks, each in its own process, which starts and ends with the code. */
export function createCodeProcesses(limits = usualProcessLimits): CodeProcesses {
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
  private readonly process: IsolatedProcess;
  private readonly source: string;
  private readonly calls: CodeCalls;
  private readonly stopping = new AbortController();
  private readonly pace = new CallPace();
  private settle: (result: PortResult) => void = () => undefined;
  private openCalls = 0;

  constructor(
    source: string,
    { calls, limits }: { readonly calls: CodeCalls; readonly limits: ProcessLimits },
    signal: AbortSignal,
  ) {
    this.source = source;
    this.calls = calls;
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
    const stop = () => void this.end({ ok: false, stopped: true });
    signal.addEventListener('abort', stop, { once: true });
    void this.ended.then(() => signal.removeEventListener('abort', stop));
    const child = startModuleProcess(import.meta.url, './code-process.ts', {
      flags: ['--max-old-space-size=48', '--max-semi-space-size=2'],
      packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'zod'],
      maxMemoryBytes: maxProcessBytes,
    });
    const onLost = (reason: string) => void this.end(failure(reason));
    this.process = new IsolatedProcess(child, { onLine: (line) => this.take(line), onLost }, limits, computedTooLong);
  }

  /** Ends the process at once, then reports how the code ended. */
  async end(result: PortResult): Promise<void> {
    if (this.process.isEnding) return;
    this.stopping.abort();
    const isGone = await this.process.end();
    this.settle(isGone ? result : failure('Its process was killed but is still running', messages.codeBlockNotStopped));
  }

  private take(line: string): void {
    const said = readLine(line);
    if (said === undefined) void this.end(failure(processLosses.brokeOff));
    else if (said.kind === 'ready') this.tell({ source: this.source });
    else if (said.kind === 'call') void this.answer(said);
    else if (said.kind === 'ended') void this.end({ ok: true, value: undefined });
    else if (said.kind === 'failed') void this.end(failure(said.message));
    else this.process.rest(said.seen);
  }

  private async answer({ id, name, args }: Extract<FromCode, { kind: 'call' }>): Promise<void> {
    this.openCalls += 1;
    // The process has the same limit, so more calls cannot come from our code.
    if (this.openCalls > codeLimits.openCalls) return this.end(failure(processLosses.brokeOff));
    await this.pace.next();
    if (this.process.isEnding) return;
    const answer = await this.calls.call(name, args, this.stopping.signal);
    this.openCalls -= 1;
    if (!this.process.isEnding) this.tell({ id, ...answer });
  }

  private tell(line: ToCode): void {
    this.process.send(line);
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
