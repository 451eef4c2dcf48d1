import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { checkImports, createImportTable, type WasmFunction } from './import-table.ts';

declare global {
  // The types of Node.js leave these out.
  namespace WebAssembly {
    interface Memory {
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    interface Table {
      get(index: number): unknown;
    }
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    interface Instance {
      readonly exports: Readonly<Record<string, unknown>>;
    }
    const Memory: new (limits: { initial: number; maximum?: number }) => Memory;
    const Table: new (limits: { initial: number; element: 'anyfunc' }) => Table;
    const Module: {
      new (bytes: Uint8Array): Module;
      imports(module: Module): { readonly module: string; readonly name: string; readonly kind: string }[];
    };
    const Instance: new (module: Module, imports: object) => Instance;
  }
}

/** Initial size of the interpreter's own heap; it grows up to the limit of the memory. */
const heapBytes = 1024 * 1024;
/** Depth of calls, as the interpreter counts it. */
const stackWords = 4096;
const imagePageBytes = 4096;
const memoryPageBytes = 65_536;
/** An answer is never longer: a text of an expression with each character escaped. */
const maxAnswerBytes = 700_000;
/** Marks of the interpreter for values that it returns. */
const kinds = { exception: -1, text: 5 } as const;

/** The interpreter, compiled and set up once. */
export interface MicroPython {
  /** Creates an instance with a memory of its own, as set-up left it. */
  open(): PythonInstance;
}

/** One interpreter for one expression. */
export interface PythonInstance {
  /**
   * Runs Python source that assigns a text to `answer`, and returns that text.
   * @throws Error when the interpreter breaks or raises; BarredImportError when it calls for its host.
   */
  run(source: string): string;
}

/**
 * Compiles the interpreter and runs `setUp` in it once. Every instance gets its own copy of the memory that results, so
 * nothing that one expression changes exists for the next.
 */
export function loadMicroPython(setUp: string, memoryBytes: number): MicroPython {
  const manifest = import.meta.resolve('@micropython/micropython-webassembly-pyscript/package.json');
  const wasm = new URL('micropython.wasm', manifest);
  const module = new WebAssembly.Module(readFileSync(fileURLToPath(wasm)));
  checkImports(WebAssembly.Module.imports(module));
  const first = instantiate(module, memoryBytes);
  first.call.__wasm_call_ctors();
  first.call.mp_js_init(stackWords, heapBytes);
  first.call.proxy_c_init();
  const main = first.findMain();
  first.execute(setUp);
  const blank = instantiate(module, memoryBytes);
  const image = takeImage(Buffer.from(first.memory.buffer), Buffer.from(blank.memory.buffer));
  return {
    open() {
      const instance = instantiate(module, memoryBytes);
      image.restore(instance.memory);
      return {
        run(source) {
          instance.execute(source);
          return instance.readText(main, 'answer');
        },
      };
    },
  };
}

/** Returns the pages in which a memory differs from that of a new instance. */
function takeImage(bytes: Buffer, blank: Buffer) {
  const pages: { readonly at: number; readonly content: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length; at += imagePageBytes) {
    const page = bytes.subarray(at, at + imagePageBytes);
    const isBlank =
      page.equals(blank.subarray(at, at + imagePageBytes)) || (at >= blank.length && page.every((byte) => byte === 0));
    if (!isBlank) pages.push({ at, content: Uint8Array.from(page) });
  }
  return {
    restore(memory: WebAssembly.Memory): void {
      const missing = bytes.length - memory.buffer.byteLength;
      if (missing > 0) memory.grow(missing / memoryPageBytes);
      const target = new Uint8Array(memory.buffer);
      for (const { at, content } of pages) target.set(content, at);
    },
  };
}

const isFunction = (value: unknown): value is WasmFunction => typeof value === 'function';
const functionSchema = z.custom<WasmFunction>(isFunction);
const exportsSchema = z.object({
  memory: z.instanceof(WebAssembly.Memory),
  __indirect_function_table: z.instanceof(WebAssembly.Table),
  __wasm_call_ctors: functionSchema,
  emscripten_stack_init: functionSchema,
  emscripten_stack_get_current: functionSchema,
  _emscripten_stack_restore: functionSchema,
  setThrew: functionSchema,
  malloc: functionSchema,
  free: functionSchema,
  mp_js_init: functionSchema,
  proxy_c_init: functionSchema,
  mp_js_do_exec: functionSchema,
  mp_js_do_import: functionSchema,
  proxy_c_to_js_lookup_attr: functionSchema,
});

function instantiate(module: WebAssembly.Module, memoryBytes: number) {
  const access = {
    memory: () => call.memory,
    tableEntry: (index: number) => entryOf(call.__indirect_function_table, index),
    stackPointer: () => call.emscripten_stack_get_current(),
    restoreStack: (pointer: number) => void call._emscripten_stack_restore(pointer),
    markThrown: () => void call.setThrew(1, 0),
  };
  const instance = new WebAssembly.Instance(module, createImportTable(access, memoryBytes));
  const call = exportsSchema.parse(instance.exports);
  call.emscripten_stack_init();
  return { ...createCalls(call), call, memory: call.memory };
}

function entryOf(table: WebAssembly.Table, index: number): WasmFunction {
  const entry = table.get(index);
  if (!isFunction(entry)) throw new Error('the function table is damaged');
  return entry;
}

type Exports = z.infer<typeof exportsSchema>;

/** Creates the calls of an instance, on the numbers that it accepts and returns. */
function createCalls(call: Exports) {
  const view = () => new DataView(call.memory.buffer);
  const put = (text: string) => {
    const bytes = Buffer.from(`${text}\0`);
    const at = call.malloc(bytes.length);
    if (at === 0) throw new Error('there is no memory for the expression');
    new Uint8Array(call.memory.buffer).set(bytes, at);
    return { at, length: bytes.length - 1 };
  };
  /** Reads the text of a value that was handed out: a kind, a length and an address. */
  const readText = (at: number): string => {
    const length = view().getUint32(at + 4, true);
    if (length > maxAnswerBytes) throw new Error('its answer is too long');
    return decode(new Uint8Array(call.memory.buffer, view().getUint32(at + 8, true), length));
  };
  const handOut = (ask: (out: number) => void): number => {
    const out = call.malloc(12);
    ask(out);
    if (view().getInt32(out, true) === kinds.exception) throw new Error(lastLine(readText(out)));
    return out;
  };
  return {
    execute(source: string): void {
      const { at, length } = put(source);
      handOut((out) => call.mp_js_do_exec(at, length, out));
    },
    /** Returns the number of the module that is executed. */
    findMain(): number {
      return view().getUint32(handOut((out) => call.mp_js_do_import(put('__main__').at, out)) + 4, true);
    },
    readText(object: number, name: string): string {
      const out = handOut((to) => call.proxy_c_to_js_lookup_attr(object, put(name).at, to));
      if (view().getInt32(out, true) !== kinds.text) throw new Error('it gave no answer');
      return readText(out);
    },
  };
}

/** The answer has a character that no UTF-8 text can hold: half of a pair. */
export class BrokenTextError extends Error {
  override readonly name = 'BrokenTextError';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BrokenTextError('a text with half a character (a lone surrogate)', { cause });
  }
}

/** The error itself: the interpreter prepends its kind and traceback. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? text;
}
