import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeLimits, usedTooMuchMemory } from './code-limits.ts';
import { CodeRun, type CodeTurn } from './run-code.ts';
import { loadSandboxes, type SandboxMaker } from './sandbox.ts';

let sandboxes: SandboxMaker;
// The interpreter is compiled once, which takes seconds on a busy machine.
beforeAll(async () => {
  sandboxes = await loadSandboxes(codeLimits);
}, 60_000);

type Answer = (name: string, args: unknown) => string | number | boolean | null | Error;

/** Runs code to its end with immediate answers to every call. Returns its calls and its end. */
function play(source: string, answer: Answer = () => null, sandbox = sandboxes.open()) {
  const calls: { id: number; name: string; args: string }[] = [];
  const called: string[] = [];
  const run = new CodeRun(sandbox, (call) => void calls.push(call));
  let turn: CodeTurn = run.begin(source);
  for (let call = calls.shift(); turn.kind === 'waiting' && call !== undefined; call = calls.shift()) {
    called.push(`${call.name} ${call.args}`);
    const value = answer(call.name, JSON.parse(call.args));
    const { id } = call;
    turn = run.answer(value instanceof Error ? { id, ok: false, message: value.message } : { id, ok: true, value });
  }
  called.push(...calls.map(({ name, args }) => `${name} ${args}`));
  return { called, ending: turn.kind === 'failed' ? turn.message : turn.kind };
}

/** Runs code in an interpreter of its own on a clock that stands still. */
async function playAlone(source: string): Promise<string> {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const run = new CodeRun((await loadSandboxes(codeLimits)).open(), () => undefined);
  const turn = run.begin(source);
  return turn.kind === 'failed' ? turn.message : turn.kind;
}

describe('a code block run', () => {
  it.each([
    ['texts', 'a.push("x".repeat(1e5) + a.length)'],
    ['short texts', 'a.push("part " + a.length)'],
    ['lists of numbers', 'a.push(new Array(1000).fill(a.length))'],
    ['buffers', 'a.push(new Uint8Array(1e6))'],
    ['objects', 'a.push({ index: a.length })'],
    ['one long list', 'a.push(1)'],
    ['calls', 'cell.wait(1e6).catch(() => {})'],
  ])('ends at its memory limit if it collects %s', async (_what, step) => {
    expect(await playAlone(`const a = []; for (;;) ${step}`)).toBe(usedTooMuchMemory);
  });

  it('can store 32 MB', () => {
    const source = 'const a = []; while (a.length < 32) a.push(new Uint8Array(2 ** 20)); await cell.report(a.length)';
    expect(play(source).called).toEqual(['report [32]']);
  });

  it.each([
    ['answers', 'x'.repeat(1e6)],
    ['refusals', new Error('x'.repeat(1e6))],
  ])('keeps no %s that the code has used', async (_what, answer) => {
    const source = 'for (let i = 0; i < 100; i++) try { await cell.getVariable("") } catch {}';
    const { open } = await loadSandboxes(codeLimits);
    expect(play(source, () => answer, open()).ending).toBe('ended');
  });

  it('reports null if that is what it throws', () => {
    expect(play('throw null').ending).toContain('it threw null');
  });

  it('calls, waits for the answers, and ends', () => {
    const source = `
      const count = await cell.getVariable('count');
      if (count > 3) await cell.setVariable('count', count + 1);
      await cell.setOutput('Output 1', 'high', 0.5);`;
    expect(play(source, (name) => (name === 'getVariable' ? 4 : null))).toEqual({
      called: ['getVariable ["count"]', 'setVariable ["count",5]', 'setOutput ["Output 1","high",0.5]'],
      ending: 'ended',
    });
  });

  it('counts no time in which the machine did other work', () => {
    let passedMS = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => passedMS);
    onTestFinished(() => now.mockRestore());
    const run = new CodeRun(sandboxes.open(), () => {
      passedMS += 2 * codeLimits.turnMS;
    });
    expect(run.begin('await cell.wait(10)')).toEqual({ kind: 'waiting' });
  });

  it('can make several calls at once', () => {
    const source = `
      const levels = await Promise.all([cell.readPort('Input 1'), cell.readPort('Input 2')]);
      await cell.report(levels.join());`;
    expect(play(source, (name) => (name === 'readPort' ? 'low' : null)).called.at(-1)).toBe('report ["low,low"]');
  });

  it('can catch the refusal of a call', () => {
    const source = `try { await cell.readPort('Input 99') } catch ({ message }) { await cell.report(message) }`;
    const { called } = play(source, (name) => (name === 'readPort' ? new Error('Input 99 cannot be read') : null));
    expect(called.at(-1)).toBe('report ["Input 99 cannot be read"]');
  });

  it('keeps the effect of a call without await', () => {
    const source = "cell.setOutput('Output 5', 'high');";
    expect(play(source)).toEqual({ called: ['setOutput ["Output 5","high"]'], ending: 'ended' });
  });

  it.each([
    ['beside calls that it waits for', "cell.setOutput('Output 99', 'high');\nawait cell.report('all done');"],
    ['as the last thing', "await cell.report('first');\ncell.setOutput('Output 99', 'high');"],
    ['behind then', "cell.setOutput('Output 99', 'high').then(() => cell.report('done'));"],
    ['behind finally', "cell.setOutput('Output 99', 'high').finally(() => undefined);"],
    ['in a list', "Promise.all([cell.wait(1)]); cell.setOutput('Output 99', 'high');"],
  ])('fails with the error of a call without await, %s', (_where, source) => {
    const refuse = (name: string) => (name === 'setOutput' ? new Error('Output 99 is not an output') : null);
    expect(play(source, refuse).ending).toContain('Output 99 is not an output');
  });

  it.each([
    ['caught', "cell.setOutput('Output 99', 'high').catch(() => undefined);"],
    [
      'caught later',
      "const set = cell.setOutput('Output 99', 'high');\nawait cell.wait(1);\ntry { await set } catch {}",
    ],
    ['looked at with the others', "await Promise.allSettled([cell.setOutput('Output 99', 'high')]);"],
  ])('ends when the error of a call is %s', (_how, source) => {
    const refuse = (name: string) => (name === 'setOutput' ? new Error('Output 99 is not an output') : null);
    expect(play(source, refuse).ending).toBe('ended');
  });

  it.each([
    ['an async function', "async function go() { await cell.wait(1); throw new Error('lost'); }\ngo();"],
    [
      'an async function that is called before it is declared',
      "go();\nasync function go() { throw new Error('lost'); }",
    ],
    ['an async function in a block', "{ go(); async function go() { throw new Error('lost'); } }"],
    ['an async function that is kept', "const going = (async () => { throw new Error('lost'); })();"],
    ['a callback of forEach', "[1, 2].forEach(async (ms) => { await cell.wait(ms); throw new Error('lost'); });"],
    ['a callback of map', "[1].map(async () => { throw new Error('lost'); });"],
    ['a method of an object', "const feeder = { async fill() { throw new Error('lost'); } };\nfeeder.fill();"],
    [
      'a method of a class',
      "class Feeder { parts = 1\n async fill() { throw new Error('lost'); } }\nnew Feeder().fill();",
    ],
    ['a static method', "class Feeder { static async fill() { throw new Error('lost'); } }\nFeeder.fill();"],
    [
      'a function called by an async function',
      "const go = async () => { throw new Error('lost'); };\n(async () => { go(); })();",
    ],
    ['then of an async function', "(async () => 1)().then(() => { throw new Error('lost'); });"],
    ['a rejected promise', "Promise.reject(new Error('lost'));\nawait cell.wait(1);"],
    ['a promise that fails', "new Promise(() => { throw new Error('lost'); });"],
    ['a list of promises', "Promise.all([Promise.reject(new Error('lost'))]);"],
  ])('fails with the error of %s that nothing awaits', (_what, source) => {
    expect(play(source).ending).toMatch(/^Error: lost \(line \d\)$/);
  });

  it.each([
    ['awaited', "async function go() { throw new Error('found'); }\ntry { await go(); } catch {}"],
    [
      'awaited later',
      "const going = (async () => { throw new Error('found'); })();\nawait cell.wait(1);\nawait going.catch(() => {});",
    ],
    [
      'returned',
      "const go = async () => { throw new Error('found'); };\nconst pass = async () => go();\nawait pass().catch(() => {});",
    ],
    ['awaited with others', "await Promise.allSettled([1, 2].map(async () => { throw new Error('found'); }));"],
    ['raced', "await Promise.race([(async () => { throw new Error('found'); })()]).catch(() => {});"],
    [
      'that of a method',
      "const feeder = { async fill() { throw new Error('found'); } };\nawait feeder.fill().catch(() => {});",
    ],
  ])('ends when the error of an async function is %s', (_how, source) => {
    expect(play(source)).toMatchObject({ ending: 'ended' });
  });

  it('leaves async functions as they are to the code', () => {
    const source = `
      class Machine { name = 'mill'; async tell() { return this.name; } }
      class Lathe extends Machine { name = 'lathe'; async tell() { return 'a ' + await super.tell(); } }
      const counter = { count: 1, async next() { return ++this.count; } };
      async function add(one, other = 2) { return one + other + arguments.length; }
      async function* parts() { yield 'part'; }
      const found = [await new Lathe().tell(), await counter.next(), await add(1)];
      for await (const part of parts()) found.push(part);
      await cell.report(found.join());`;
    expect(play(source)).toEqual({ called: ['report ["a lathe,2,4,part"]'], ending: 'ended' });
  });

  it.each(['NaN', '-Infinity', '0 / 0'])('refuses %s as an argument by name', (number) => {
    const { called, ending } = play(`cell.setVariable('ratio', ${number})`);
    expect([called, ending]).toEqual([[], expect.stringContaining('cell.setVariable("ratio") was given')]);
  });

  it.each([
    ['what it throws, and where', '\n\nthrow new RangeError("no parts")', 'RangeError: no parts (line 3)'],
    ['what it throws after an answer', 'await cell.wait(1);\nnull.part', 'TypeError'],
    ['what it throws that is no error', 'throw "empty"', 'it threw empty'],
    ['that it cannot be read', 'const = 4', 'SyntaxError'],
    ['that it waits for nothing', 'await new Promise(() => {})', 'waits for a promise that never settles'],
    [
      'that it calls too much at once',
      'await Promise.all(Array.from({ length: 33 }, () => cell.wait(1)))',
      'At most 32',
    ],
    ['that it hands over too much', 'await cell.report("x".repeat(200000))', 'too long'],
  ])('reports %s', (_what, source, message) => {
    expect(play(source).ending).toContain(message);
  });
});

describe('A10: code that searches for the host', () => {
  it.each([
    'process',
    'require',
    'module',
    'exports',
    'Deno',
    'Bun',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'setTimeout',
    'Worker',
    'WebAssembly',
    'std',
    'os',
    'console',
    'Buffer',
  ])('finds no %s', (name) => {
    expect(play(`await cell.report(typeof ${name})`).called).toEqual(['report ["undefined"]']);
  });

  it.each([
    ['the constructor of a call', 'cell.wait.constructor("return process")()'],
    ['the constructor of cell', 'cell.constructor.constructor("return process")()'],
    ['the constructor of a promise', 'cell.wait(1).constructor.constructor("return process")()'],
    ['the constructor of an answer', '(await cell.getVariable("x")).constructor.constructor("return process")()'],
    ['the one that called', 'arguments.callee.caller'],
    ['an import', 'await import("node:fs")'],
    ['an import of a file', 'await import("/etc/passwd")'],
    ['an async constructor', 'await (async () => {}).constructor("return process.env")()'],
    ['a generator', '(function* () {}).constructor("yield process")().next()'],
  ])('gains nothing with %s', (_what, source) => {
    const { called, ending } = play(`const found = ${source}; await cell.report('found ' + found)`, () => 'value');
    expect(called.filter((call) => call.startsWith('report'))).toEqual([]);
    expect(ending).toMatch(/^(ReferenceError|TypeError|SyntaxError|Error|InternalError)/);
  });

  it('cannot replace the host functions, or call more than allowed', () => {
    const source = `
      JSON.stringify = () => '["forged"]';
      Array.prototype.map = Object.prototype.toString = String.prototype.replace = () => 'mine';
      Object.defineProperty(Object.prototype, 'kind', { value: 'ended' });
      Object.prototype.__proto__ === null && (Object.prototype.ok = true);
      await cell.report('still itself');`;
    expect(play(source)).toEqual({ called: ['report ["still itself"]'], ending: 'ended' });
    expect(play('cell.report = () => 1').ending).toContain('TypeError');
    expect(play('cell.more = 1').ending).toContain('TypeError');
    expect(play('cell = {}').ending).toContain('TypeError');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('leaves no state for the next', () => {
    play('globalThis.left = 1; Array.prototype.map = () => "mine"');
    expect(play('await cell.report(typeof left + [1].map((x) => x + 1))').called).toEqual(['report ["undefined2"]']);
  });
});
