import { createInterface } from 'node:readline';
import { startModuleProcess } from '@cellwright/service-kit';
import { readProcessorTime } from '@cellwright/service-kit/sandbox/hosts';
import type { Script, ScriptLanguage } from '@cellwright/steps/framework';
import { type FromScriptProcess, fromScriptProcessSchema } from './script-lines.ts';

/** Evaluates expressions, one at a time. */
export interface ScriptHost {
  send(message: { readonly id: number; readonly script: Script }): void;
  /** Processor time that it has used, ms; undefined where the system does not report it. */
  usedMS?(): number | undefined;
  /** Ends it immediately. Resolves when it has exited. */
  end(): Promise<unknown>;
}

export interface ScriptHostListener {
  onMessage(message: FromScriptProcess): void;
  /** @param reason continues a sentence after a colon. */
  onLost(reason: string): void;
}

/** Starts a host that has loaded the interpreters of these languages before it is ready. */
export type StartScriptHost = (languages: readonly ScriptLanguage[], listener: ScriptHostListener) => ScriptHost;

/** Maximum length of a line of the process: the longest text of an expression, with each character escaped. */
const maxLineCharacters = 700_000;
/** Maximum writable memory of the process: Node.js itself needs about 130 MB, and each of two interpreters 16 to 32 MB. */
const maxProcessBytes = 320 * 1024 * 1024;
const flags = [
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=64',
  '--max-semi-space-size=2',
  // A collection that shares its work with other threads waits for them on a busy machine.
  '--single-threaded-gc',
  // The memory of used interpreters is freed after each expression.
  '--expose-gc',
];
const brokeOff = 'their process ended unexpectedly';

/** Starts a process that evaluates expressions. */
export const startScriptProcess: StartScriptHost = (languages, { onMessage, onLost }) => {
  const child = startModuleProcess(import.meta.url, './script-process.ts', {
    flags,
    packages: [
      '@micropython/micropython-webassembly-pyscript/package.json',
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
      'zod',
    ],
    args: languages,
    maxMemoryBytes: maxProcessBytes,
  });
  const isGone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => onLost(`their process cannot be started: ${error.message}`));
  child.once('close', () => onLost(brokeOff));
  child.stdin.on('error', () => undefined);
  let unfinished = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    // Counted since its last line: a line without end would fill the memory.
    unfinished = chunk.includes(10) ? 0 : unfinished + chunk.length;
    if (unfinished > maxLineCharacters) onLost(brokeOff);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readLine(line);
    if (message === undefined) onLost(brokeOff);
    else onMessage(message);
  });
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    usedMS: () => readProcessorTime(child.pid),
    end() {
      child.kill('SIGKILL');
      return isGone;
    },
  };
};

function readLine(line: string): FromScriptProcess | undefined {
  try {
    return fromScriptProcessSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Not JSON: the process no longer runs our code.
    return undefined;
  }
}
