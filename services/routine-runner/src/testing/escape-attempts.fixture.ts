/** Generated attempts to leave the interpreters of expressions. The same number gives the same attempt. */

export interface Bait {
  /** A file with a text that no attempt may return. */
  readonly file: string;
  /** Port of a server that counts connections. */
  readonly port: number;
}

/** Attempts to reach a module although expressions have no such name. */
const pythonImports = [
  (name: string) => `import ${name} as m`,
  (name: string) => `m = __import__('${name}')`,
  (name: string) => `import json\nm = json.loads.__globals__['__builtins__']['__import__']('${name}')`,
  (name: string) => `import statistics\nm = statistics.mean.__globals__['__builtins__'].__import__('${name}')`,
  (name: string) =>
    `import statistics\nm = getattr(statistics, '${name}', None) or statistics._math.__dict__['${name}']`,
  (name: string) => `import datetime\nm = datetime.__dict__.get('${name}') or datetime.sys.modules['${name}']`,
  (name: string) => `import functools\nm = functools.partial(__import__, '${name}')()`,
  (name: string) => `import random, re\nm = re.__dict__.get('${name}') or random.__dict__['${name}']`,
  (name: string) => `m = (lambda: 0).__globals__['__import__']('${name}')`,
  (name: string) => `m = variables.__class__.__getitem__.__globals__['${name}']`,
  (name: string) => `m = [c for c in ().__class__.__base__.__subclasses__() if '${name}' in str(c)][0]`,
  (name: string) => `m = (x for x in [1]).gi_frame.f_back.f_globals['${name}']`,
  (name: string) =>
    `try:\n  1 / 0\nexcept Exception as e:\n  m = e.__traceback__.tb_frame.f_globals['__builtins__']['${name}']`,
  (name: string) => `m = type('X', (), {'__getattr__': lambda s, n: __import__('${name}')})().any`,
  (name: string) => `m = eval("__import__('${name}')")`,
  (name: string) => `exec("import ${name} as m")`,
  (name: string) => `m = eval(compile("__import__('${name}')", 'x', 'eval'))`,
  (name: string) => `from ${name} import *\nm = globals()`,
  (name: string) => `import builtins\nm = builtins.__import__('${name}')`,
  (name: string) => `import sys\nm = sys.modules['${name}']`,
  (name: string) => `import __main__\nm = __main__.__import__('${name}')`,
  (name: string) => `def f():\n  yield __import__('${name}')\nm = next(f())`,
  (name: string) =>
    `class C:\n  def __enter__(self):\n    return __import__('${name}')\n  def __exit__(self, *a):\n    pass\nwith C() as m:\n  pass`,
];

const pythonModules = [
  'js',
  'jsffi',
  'os',
  'io',
  'vfs',
  'sys',
  'socket',
  'uctypes',
  'micropython',
  'asyncio',
  'gc',
  'builtins',
  '__main__',
  'time',
  'machine',
  'pyodide_js',
  'select',
  'deflate',
  'pathlib',
  'tarfile',
];

const pythonActions = [
  ({ file }: Bait) => `m.open('${file}').read()`,
  ({ file }: Bait) => `open('${file}').read()`,
  ({ file }: Bait) => `m.VfsPosix('/').open('${file}', 'r').read()`,
  ({ file }: Bait) => `m.Path('${file}').read_text()`,
  () => `str(m.listdir('/'))`,
  () => `str(m.process.version)`,
  () => `str(m.globalThis.process)`,
  () => `str(m.globalThis.constructor.constructor('return process')())`,
  ({ port }: Bait) => `str(m.fetch('http://127.0.0.1:${port}/'))`,
  ({ port }: Bait) => `str(m.globalThis.fetch('http://127.0.0.1:${port}/'))`,
  ({ port }: Bait) => `s = m.socket()\ns.connect(('127.0.0.1', ${port}))\n'connected'`,
  ({ file }: Bait) => `m.process.mainModule.require('fs').readFileSync('${file}')`,
  () => `str(m.JsProxy.__call__(m, 'process'))`,
  () => `m.create_proxy(lambda: 1).constructor`,
  () => `str(m.to_js([1, 2]).constructor)`,
  () => `m.globalThis.escapedFromExpression = 1\n'escaped'`,
  () => `'{0.globalThis.process}'.format(m)`,
  () => `m.mem_info()\n1`,
  () => `str(bytes(m.bytearray_at(0, 64)))`,
  () => `m.struct(0, {'a': 0 | m.UINT32}).a`,
];

const javaScriptRoots = [
  'variables',
  'steps',
  'io',
  'this',
  'globalThis',
  '[]',
  "''",
  '0',
  '(() => {})',
  '(async () => {})',
  '(function* () {})',
  '(async function* () {})',
  'class {}',
  'new Proxy({}, {})',
  'new Error().stack',
  'Symbol.iterator',
  'new Map().entries()',
  'Promise.resolve(1)',
  'JSON',
  'Reflect',
  '(function () { try { null.x } catch (e) { return e } })()',
  '(function () { try { variables.none } catch (e) { return e } })()',
  'new Uint8Array(1).buffer',
];

const javaScriptWalks = [
  (root: string, code: string) => `(${root}).constructor.constructor(${code})()`,
  (root: string, code: string) => `(${root}).__proto__.constructor.constructor(${code})()`,
  (root: string, code: string) =>
    `Reflect.construct(Object.getPrototypeOf(${root}).constructor.constructor, [${code}])()`,
  (root: string, code: string) =>
    `Object.getPrototypeOf(Object(${root})).constructor.constructor.call(null, ${code})()`,
  (root: string, code: string) => `new ((${root}).constructor.constructor)(${code})().next?.().value`,
  (root: string, code: string) => `(0, eval)(\`(() => { \${${code}} })()\`) ?? ${root}`,
  (root: string, code: string) => `Function.prototype.bind.call((${root}).constructor.constructor, null, ${code})()()`,
  (root: string, code: string) => `Reflect.get((${root}).constructor, 'constructor')(${code})()`,
  (root: string, code: string) =>
    `new Proxy((${root}).constructor.constructor, { apply: (t, _s, a) => t(...a)() })(${code})`,
  (root: string, code: string) =>
    `Array.from({ length: 1, get 0() { return (${root}).constructor.constructor(${code})() } })[0]`,
  (root: string, code: string) => `\`\${{ toString: () => (${root}).constructor.constructor(${code})() }}\``,
  (root: string, code: string) =>
    `(Error.prepareStackTrace = (_e, s) => s[0]?.getThis?.()) && new Error().stack?.constructor?.constructor?.(${code})?.() || (${root}).missing`,
];

const javaScriptPayloads = [
  ({ file }: Bait) => `return require('fs').readFileSync('${file}', 'utf8')`,
  ({ file }: Bait) => `return process.mainModule.require('fs').readFileSync('${file}', 'utf8')`,
  ({ file }: Bait) => `return process.binding('fs').readFileUtf8('${file}', 0)`,
  ({ file }: Bait) => `return process.getBuiltinModule('fs').readFileSync('${file}', 'utf8')`,
  ({ port }: Bait) => `return fetch('http://127.0.0.1:${port}/')`,
  ({ port }: Bait) => `return new WebSocket('ws://127.0.0.1:${port}/')`,
  ({ port }: Bait) => `return import('node:net').then(n => n.connect(${port}, '127.0.0.1'))`,
  () => `return process.version`,
  () => `globalThis.escapedFromExpression = 1; return typeof WebAssembly + typeof process + typeof require`,
  () => `return import.meta.url`,
];

/** @param seed from 0 on */
export function pythonAttempt(seed: number, bait: Bait): string {
  const [way, name, action] = pick(seed, pythonImports, pythonModules, pythonActions);
  return `${way(name)}\n${action(bait)}`;
}

/** @param seed from 0 on */
export function javaScriptAttempt(seed: number, bait: Bait): string {
  const [root, walk, payload] = pick(seed, javaScriptRoots, javaScriptWalks, javaScriptPayloads);
  return walk(root, JSON.stringify(payload(bait)));
}

/** One of each list; neighbouring numbers differ in all of them. */
function pick<A, B, C>(seed: number, first: readonly A[], second: readonly B[], third: readonly C[]): [A, B, C] {
  const one = first[seed % first.length];
  const two = second[Math.floor(seed / first.length + seed * 7) % second.length];
  const three = third[Math.floor(seed / (first.length * second.length) + seed * 3) % third.length];
  if (one === undefined || two === undefined || three === undefined) throw new RangeError('a list is empty');
  return [one, two, three];
}
