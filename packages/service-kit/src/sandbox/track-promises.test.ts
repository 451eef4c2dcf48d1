import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { trackers, trackPromises } from './track-promises.ts';

describe('trackPromises', () => {
  it.each([
    ['go()', 'go()'],
    ['go(async () => 1)', 'go($cellAsync(async () => 1))'],
    ['async function go() {}\ngo()', 'go=$cellAsync(go);async function go() {}\ngo()'],
    ['export async function go() {}', 'go=$cellAsync(go);export async function go() {}'],
    ['if (a) { async function go() {} }', 'if (a) {go=$cellAsync(go); async function go() {} }'],
    ['const a = async (b) => async () => b', 'const a = $cellAsync(async (b) => $cellAsync(async () => b))'],
    ['const a = { async go() {} }', 'const a = $cellMethods({ async go() {} })'],
    ['const a = { go: async () => 1 }', 'const a = { go: $cellAsync(async () => 1) }'],
    ['class A { b = 1 }', 'class A { b = 1 }'],
    ['class A { async go() {} }', 'class A { async go() {} ;static{$cellMethods(this);$cellMethods(this.prototype)}}'],
    ['Promise.reject(1)', '$cellDropped(Promise.reject(1))'],
    ['new Promise(go)', '$cellDropped(new Promise(go))'],
    ['await Promise.all([])', 'await Promise.all([])'],
    ['async function* go() {}', 'async function* go() {}'],
  ])('turns %j into %j', (source, tracked) => {
    expect(trackPromises(source)).toBe(tracked);
    expect(() => parse(tracked, { ecmaVersion: 'latest', sourceType: 'module' })).not.toThrow();
  });

  it('keeps every line in its place', () => {
    const source =
      '// first\n\nasync function go() {\n  await cell.wait(1);\n}\n[1].forEach(async () => {\n  throw 1;\n});\n';
    const lines = trackPromises(source).split('\n');
    expect(lines).toHaveLength(source.split('\n').length);
    expect(lines[6]).toBe('  throw 1;');
  });

  it.each(['const = 4', `${trackers.dropped}(1); async () => 1`, ''])('returns %j unchanged', (source) => {
    expect(trackPromises(source)).toBe(source);
  });
});
