import { constants } from 'node:fs';
import { loadPyodide } from 'pyodide';
import * as z from 'zod';

declare global {
  // The types of Node.js leave memories out.
  namespace WebAssembly {
    interface Memory {
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    const Memory: { readonly prototype: Memory };
  }
}

/** What the prelude answers of an expression. */
const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.union([z.string(), z.number(), z.boolean()]) }),
  z.object({ kind: z.literal('none'), message: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('memory') }),
]);
export type PythonAnswer = z.infer<typeof answerSchema>;

export interface PythonInterpreter {
  /** @param given `{ source, values }` as JSON. @throws when the interpreter itself breaks. */
  evaluate(given: string): PythonAnswer;
  /** Memory that it holds, bytes; it never gives any back. */
  heldBytes(): number;
}

const bytesPerPage = 65_536;

/** Every module of JavaScript that Python could import. */
const bridges = ['js', 'pyodide_js'];

/**
 * Loads Python in WebAssembly, which takes seconds. It has a file system of its own in memory, and no bridge to JavaScript.
 * @param prelude Python whose value is a function from text to text.
 */
export async function loadPython(prelude: string, memoryBytes: number): Promise<PythonInterpreter> {
  const memories = boundMemory(memoryBytes);
  // Its file system asks for the numbers of flags in a way that the permission model refuses.
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }) });
  const python = await loadPyodide({
    jsglobals: Object.create(null),
    env: {},
    stdout: () => undefined,
    stderr: () => undefined,
  });
  const evaluate: unknown = python.runPython(prelude);
  if (typeof evaluate !== 'function') throw new Error('the prelude of Python gave no function');
  for (const bridge of bridges) python.unregisterJsModule(bridge);
  return {
    evaluate(given) {
      const answer: unknown = evaluate(given);
      return answerSchema.parse(JSON.parse(String(answer)));
    },
    heldBytes: () => Math.max(0, ...[...memories].map(({ buffer }) => buffer.byteLength)),
  };
}

/** Refuses to let the memory of any module grow further: the module hears of it as an allocation that failed. */
function boundMemory(limit: number): ReadonlySet<WebAssembly.Memory> {
  const memories = new Set<WebAssembly.Memory>();
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function growWithin(this: WebAssembly.Memory, pages: number): number {
    memories.add(this);
    if (this.buffer.byteLength + pages * bytesPerPage > limit) throw new RangeError('the limit of memory is reached');
    return grow.call(this, pages);
  };
  return memories;
}
