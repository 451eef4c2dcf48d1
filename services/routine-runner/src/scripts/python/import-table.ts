/** A function that WebAssembly imports or exports. Numbers only: nothing of JavaScript crosses it. */
export type WasmFunction = (...values: number[]) => number;

/** Access of the functions of an import table to their instance. */
export interface InstanceAccess {
  memory(): WebAssembly.Memory;
  tableEntry(index: number): WasmFunction;
  stackPointer(): number;
  restoreStack(pointer: number): void;
  markThrown(): void;
}

type Functions = Readonly<Record<string, WasmFunction>>;
export type ImportTable = Readonly<Record<string, Functions>>;

/** The interpreter called a function of its host that expressions do not have. */
export class BarredImportError extends Error {
  constructor() {
    super('it reached for something outside Python, which expressions cannot use');
  }
}

/** Thrown to unwind to the nearest trampoline, where C would use longjmp. */
const longjmp = Number.POSITIVE_INFINITY;
/** Error number of the interpreter's C library for "no such file or directory". */
const noSuchFile = -44;
const bytesPerPage = 65_536;

/** Functions that would touch a JavaScript object, a promise or the host's state. They throw. */
const barred = [
  'proxy_convert_mp_to_js_then_js_to_mp_obj_jsside',
  'proxy_convert_mp_to_js_then_js_to_js_then_js_to_mp_obj_jsside',
  'js_get_proxy_js_ref_info',
  'call0_kwarg',
  'calln_kwarg',
  'call0',
  'call1',
  'call2',
  'calln',
  'lookup_attr',
  'store_attr',
  'js_subscr_load',
  'js_subscr_store',
  'has_attr',
  'js_get_iter',
  'proxy_js_free_obj',
  'js_reflect_construct',
  'js_iter_next',
  'js_check_existing',
  'js_get_error_info',
  'js_then_resolve',
  'create_promise',
  'js_then_continue',
  'js_then_reject',
  '_abort_js',
];

/** System calls. There is no file, folder or socket behind any of them. */
const systemCalls = [
  '__syscall_chdir',
  '__syscall_getcwd',
  '__syscall_mkdirat',
  '__syscall_openat',
  '__syscall_poll',
  '__syscall_getdents64',
  '__syscall_renameat',
  '__syscall_rmdir',
  '__syscall_fstat64',
  '__syscall_stat64',
  '__syscall_newfstatat',
  '__syscall_lstat64',
  '__syscall_statfs64',
  '__syscall_unlinkat',
];
const fileCalls = ['fd_close', 'fd_sync', 'fd_seek', 'fd_read'];

/** Call a function of the table and catch a longjmp; the suffix names the types. */
const trampolines = [
  'invoke_i',
  'invoke_ii',
  'invoke_iii',
  'invoke_iiii',
  'invoke_iiiii',
  'invoke_iiiiii',
  'invoke_v',
  'invoke_vi',
  'invoke_vii',
  'invoke_viii',
  'invoke_viiii',
];

/**
 * Builds the complete import table of the interpreter from an allow-list: trampolines, time, random numbers, output that is
 * dropped, and memory growth up to a limit. Everything else throws or reports a missing file.
 */
export function createImportTable(instance: InstanceAccess, memoryBytes: number): ImportTable {
  return {
    env: {
      ...same(barred, bar),
      ...same(systemCalls, () => noSuchFile),
      ...same(trampolines, createTrampoline(instance)),
      mp_js_random_u32: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
      mp_js_ticks_ms: () => Math.trunc(performance.now()),
      mp_js_time_ms: () => Date.now(),
      emscripten_resize_heap: (wanted) => grow(instance.memory(), wanted, memoryBytes),
      _emscripten_throw_longjmp: () => {
        throw longjmp;
      },
    },
    wasi_snapshot_preview1: {
      ...same(fileCalls, () => noSuchFile),
      fd_write: (_file, vectors, count, written) => dropOutput(instance.memory(), vectors, count, written),
    },
  };
}

/** Throws when the module imports something that the table does not have: a new version must be reviewed first. */
export function checkImports(imports: readonly { readonly module: string; readonly name: string }[]): void {
  const known = createImportTable(noInstance, 0);
  const unknown = imports.filter(({ module, name }) => !Object.hasOwn(known[module] ?? {}, name));
  if (unknown.length === 0) return;
  const names = unknown.map(({ module, name }) => `${module}.${name}`).join(', ');
  throw new Error(`The Python interpreter imports functions that are not reviewed: ${names}`);
}

function same(names: readonly string[], call: WasmFunction): Record<string, WasmFunction> {
  return Object.fromEntries(names.map((name) => [name, call]));
}

function bar(): never {
  throw new BarredImportError();
}

const noInstance: InstanceAccess = {
  memory: bar,
  tableEntry: bar,
  stackPointer: bar,
  restoreStack: bar,
  markThrown: bar,
};

function createTrampoline(instance: InstanceAccess): WasmFunction {
  return (index = 0, ...values) => {
    const pointer = instance.stackPointer();
    try {
      return instance.tableEntry(index)(...values);
    } catch (thrown) {
      if (thrown !== longjmp) throw thrown;
      instance.restoreStack(pointer);
      instance.markThrown();
      return 0;
    }
  };
}

/** Returns 1 when the memory has grown, 0 when it may not. */
function grow(memory: WebAssembly.Memory, wanted = 0, limit: number): number {
  const bytes = wanted >>> 0;
  if (bytes > limit) return 0;
  try {
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / bytesPerPage));
    return 1;
  } catch {
    return 0;
  }
}

/** Reports all bytes as written and keeps none. */
function dropOutput(memory: WebAssembly.Memory, vectors = 0, count = 0, written = 0): number {
  const view = new DataView(memory.buffer);
  let length = 0;
  for (let index = 0; index < count; index += 1) length += view.getUint32(vectors + 8 * index + 4, true);
  view.setUint32(written, length, true);
  return 0;
}
