import { startOfText } from '@cellwright/domain/basics';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';

export interface SandboxLimits {
  /** Maximum memory of all sandboxes that are open at once, including their interpreter; at least 16 MB. */
  readonly memoryBytes: number;
}

/**
 * An interpreter inside WebAssembly: scripts in it see the language and the given values, and nothing of Node.js. Its
 * own time checks come between its operations, and one operation may be long: the owner of the thread or process must
 * be ready to end it.
 */
export interface Sandbox {
  readonly context: QuickJSContext;
  readonly runtime: QuickJSRuntime;
  /** Additional time until work ends, ms; applies to later work. */
  allow(ms: number): void;
  /** False once work was interrupted because its time was used up. */
  hasTimeLeft(): boolean;
  /** Whether an error, as dumped from the interpreter, means that its memory is used up. */
  isOutOfMemory(thrown: unknown): boolean;
}

export interface SandboxMaker {
  open(): Sandbox;
}

const stackBytes = 256 * 1024;
const pageBytes = 64 * 1024;
/** Memory that the interpreter is built to begin with. */
const initialBytes = 16 * 1024 * 1024;
/**
 * Maximum computing time of a script between two reads of the clock; if more has passed, the machine was busy with
 * other work, which does not count.
 */
const longestTurnMS = 5;

/**
 * Loads the interpreter once; sandboxes share its code and memory. The memory itself is limited, because the limit of
 * the interpreter counts blocks without their contents.
 */
export async function loadSandboxes({ memoryBytes }: SandboxLimits): Promise<SandboxMaker> {
  const wasmMemory = new WebAssembly.Memory({
    initial: initialBytes / pageBytes,
    maximum: Math.floor(memoryBytes / pageBytes),
  });
  // Without memory for an error, the interpreter throws null.
  const isFull = () => wasmMemory.buffer.byteLength > 0.9 * memoryBytes;
  const quickJS = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  return {
    open() {
      const runtime = quickJS.newRuntime();
      runtime.setMaxStackSize(stackBytes);
      let leftMS = Number.POSITIVE_INFINITY;
      let seenAt = performance.now();
      runtime.setInterruptHandler(() => {
        const now = performance.now();
        leftMS -= Math.min(now - seenAt, longestTurnMS);
        seenAt = now;
        return leftMS < 0;
      });
      return {
        runtime,
        context: runtime.newContext(),
        allow(ms) {
          leftMS = ms;
          seenAt = performance.now();
        },
        hasTimeLeft: () => leftMS >= 0,
        isOutOfMemory: (thrown) =>
          thrown === null ? isFull() : describeThrown(thrown) === 'InternalError: out of memory',
      };
    },
  };
}

/** Returns the error of a script in one line. */
export function describeThrown(thrown: unknown): string {
  // Without memory to copy an error, the interpreter gives its text.
  if (typeof thrown === 'string' && thrown.startsWith('InternalError: ')) return thrown;
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return `it threw ${String(thrown)}`;
  const name = 'name' in thrown && typeof thrown.name === 'string' ? thrown.name : 'Error';
  return startOfText(`${name}: ${String(thrown.message)}`, 1000);
}
