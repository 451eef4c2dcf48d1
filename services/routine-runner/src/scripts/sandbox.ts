import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSRuntime } from 'quickjs-emscripten-core';

export interface SandboxLimits {
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
}

export interface SandboxMaker {
  open(limits: SandboxLimits): Sandbox;
}

const stackBytes = 256 * 1024;
/**
 * Maximum computing time of a script between two reads of the clock; if more has passed, the machine was busy with
 * other work, which does not count.
 */
const longestTurnMS = 5;

/** Loads the interpreter once; sandboxes share its code and nothing else. */
export async function loadSandboxes(): Promise<SandboxMaker> {
  const quickJS = await newQuickJSWASMModuleFromVariant(variant);
  return {
    open({ memoryBytes }) {
      const runtime = quickJS.newRuntime();
      runtime.setMemoryLimit(memoryBytes);
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
      };
    },
  };
}

/** Returns the error of a script in one line. */
export function describeThrown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return `it threw ${String(thrown)}`;
  const name = 'name' in thrown && typeof thrown.name === 'string' ? thrown.name : 'Error';
  return `${name}: ${String(thrown.message)}`.slice(0, 1000);
}
