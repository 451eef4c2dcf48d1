import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BarredImportError, checkImports, createImportTable } from './import-table.ts';
import './micropython.ts';

const manifest = import.meta.resolve('@micropython/micropython-webassembly-pyscript/package.json');
const wasm = readFileSync(fileURLToPath(new URL('micropython.wasm', manifest)));
const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));

const memory = new WebAssembly.Memory({ initial: 1 });
const table = createImportTable(
  {
    memory: () => memory,
    tableEntry: () => () => 0,
    stackPointer: () => 0,
    restoreStack: () => {},
    markThrown: () => {},
  },
  2 * 65_536,
);
const call = (name: string, ...values: number[]) => table.env?.[name]?.(...values);

/** Imports that do something: trampolines, time, random numbers, memory and output. */
const allowed =
  /^(invoke_[iv]+|mp_js_random_u32|mp_js_ticks_ms|mp_js_time_ms|emscripten_resize_heap|_emscripten_throw_longjmp|fd_write)$/;

describe('The import table of Python', () => {
  it('knows every import of the interpreter, and no other', () => {
    expect(() => checkImports(imports)).not.toThrow();
    const known = Object.entries(table).flatMap(([module, calls]) =>
      Object.keys(calls).map((name) => `${module}.${name}`),
    );
    expect(known.sort()).toEqual(imports.map(({ module, name }) => `${module}.${name}`).sort());
  });

  it('refuses an interpreter that imports anything else', () => {
    expect(() => checkImports([...imports, { module: 'env', name: 'fetch' }])).toThrow('not reviewed: env.fetch');
    expect(() => checkImports([{ module: 'env', name: 'constructor' }])).toThrow('env.constructor');
    expect(() => checkImports([{ module: 'node', name: 'fd_write' }])).toThrow('node.fd_write');
  });

  it.each(imports.filter(({ name }) => !allowed.test(name)))('$module.$name reaches nothing', ({ module, name }) => {
    const found = table[module]?.[name];
    try {
      expect(found?.(0, 0, 0, 0)).toBe(-44);
    } catch (error) {
      expect(error).toBeInstanceOf(BarredImportError);
    }
  });

  it('grows memory up to its limit', () => {
    expect(call('emscripten_resize_heap', 2 * 65_536 + 1)).toBe(0);
    expect(call('emscripten_resize_heap', 2 ** 31)).toBe(0);
    expect(memory.buffer.byteLength).toBe(65_536);
    expect(call('emscripten_resize_heap', 2 * 65_536)).toBe(1);
    expect(memory.buffer.byteLength).toBe(2 * 65_536);
  });
});
