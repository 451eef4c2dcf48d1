import { lagFactor } from '@cellwright/testkit';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvaluating } from './evaluating.fixture.ts';

const { scripts, evaluate } = startEvaluating('JavaScript');

/** A thread was replaced: the next one is there when it evaluates something. */
async function untilReady(): Promise<void> {
  while (!(await evaluate('1')).ok) await new Promise((resolve) => setTimeout(resolve, 20));
}

// The first start compiles the interpreter, which takes seconds on a busy machine.
beforeAll(untilReady, 60_000);
afterAll(() => scripts.close());

describe('a JavaScript expression', () => {
  it.each([
    ['variables.count + 1', 5],
    ["variables['part colour'] === 'blue'", true],
    ['variables["variable_1"]', 4],
    ["steps['Loop 1'].completedCount > 5", true],
    ['steps["step_1"].completedCount', 7],
    ["io['Input 1']", 'high'],
    ["const limit = 3; variables.count > limit ? 'many' : 'few'", 'many'],
  ])('%s is %j', async (source, expected) => {
    expect(await evaluate(source)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['variables.gone', 'Unknown variable id gone'],
    ["steps['Loop 9'].completedCount", 'Step Loop 9 has no variable completedCount'],
    ["io['Input 99']", 'Input 99 cannot be read'],
    ['variables["cou" + "nt"]', 'there is no variable count, or it is not named literally'],
    ['variables.count = 5', 'an expression reads values and cannot set them'],
    ['count > 3', "'count' is not defined"],
    ['({})', 'gave a value of type object'],
    ['', 'gave nothing'],
    ['1 +', 'SyntaxError'],
    ['0/0', 'gave a number that is not finite'],
    ['-1/0', 'gave a number that is not finite'],
    ['2 ** 53', 'gave a number beyond ±9007199254740991, whose last digits would be lost. Use a text'],
    ["'\\ud800'", 'gave a text with half a character (a lone surrogate)'],
    ["'a\\u202eb'", 'gave a text with the invisible character U+202E. Remove it'],
    ["'a\\u200bb'", 'gave a text with the invisible character U+200B. Remove it'],
    ["'a\\0b'", 'gave a text with the character NUL'],
    ["String.prototype.includes = () => false; 'a\\0b'", 'gave a text with the character NUL'],
    ["'a\0b'", 'contains the NUL character. Remove it'],
  ])('reports the problem of %j', async (source, message) => {
    expect(await evaluate(source)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  it('gets the values it names, and no others', async () => {
    const source = "Object.keys(variables).join() + variables.count; // variables.secret\n'variables.secret'";
    expect(await evaluate(source)).toMatchObject({ ok: true, value: 'variables.secret' });
    expect(await evaluate('variables.count, Object.keys(variables).join()')).toEqual({ ok: true, value: 'count' });
  });

  it('leaves no state for the next one', async () => {
    await evaluate("globalThis.left = 1; Array.prototype.map = () => 'mine'; 1");
    expect(await evaluate('typeof left + [1].map(x => x + 1)[0]')).toEqual({ ok: true, value: 'undefined2' });
  });
});

describe('A10: a JavaScript expression that looks for the host', () => {
  it.each([
    'process',
    'require',
    'module',
    'Deno',
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'setTimeout',
    'Worker',
    'WebAssembly',
    'std',
    'os',
    'console',
    'SharedArrayBuffer.prototype.constructor.constructor("return process")()',
    'variables.constructor.constructor("return process")()',
    'this.constructor.constructor("return process")()',
    '(async () => {}).constructor("return process")()',
    '(function () { return this })().process.env',
  ])('%s finds nothing', async (source) => {
    const evaluation = await evaluate(source);
    expect(evaluation.ok ? `${source} gave ${evaluation.value}` : 'nothing').toBe('nothing');
  });

  it('cannot import anything', async () => {
    expect((await evaluate('import("node:fs"); 1')).ok).toBeTypeOf('boolean');
    expect(await evaluate('globalThis.fs === undefined && typeof require')).toEqual({ ok: true, value: 'undefined' });
  });
});

describe('R39: a JavaScript expression without end or measure', () => {
  const cases = [
    ['an endless loop', 'for (;;) {}', 'took longer than 50 ms'],
    ['an endless loop that catches', 'for (;;) { try { for (;;) {} } catch {} }', 'took longer than 50 ms'],
    ['a regular expression that backtracks', '/^(a+)+$/.test("a".repeat(40) + "b")', 'took longer than 50 ms'],
    ['one operation that is too long', '10n ** 1000000n > 5n', /took longer|failed/],
    ['1 GB of text', '"x".repeat(2 ** 30).length', /took longer|more than 16 MB|failed/],
    ['1 GB of buffer', 'new ArrayBuffer(2 ** 30).byteLength', /took longer|more than 16 MB/],
    [
      'memory that grows',
      'const a = []; for (;;) a.push("x".repeat(100000) + a.length)',
      /took longer|more than 16 MB/,
    ],
    ['recursion', '(function again() { again() })()', /stack overflow|took longer/],
  ] as const;
  const chosen = cases.filter(([what]) => ['an endless loop', 'memory that grows'].includes(what));
  it.each(pickRows(cases, chosen))(
    '%s ends while the runner keeps answering',
    async (_what, source, message) => {
      await untilReady();
      let longestGapMS = 0;
      let last = performance.now();
      const beat = setInterval(() => {
        longestGapMS = Math.max(longestGapMS, performance.now() - last);
        last = performance.now();
      }, 5);
      const before = performance.now();
      const evaluation = await evaluate(source);
      const tookMS = performance.now() - before;
      clearInterval(beat);
      expect(evaluation).toEqual({ ok: false, message: expect.stringMatching(message) });
      // The figure is 300 ms; a busy machine gets five times that.
      expect(tookMS).toBeLessThan(1500 * lagFactor());
      expect(longestGapMS).toBeLessThan(1250 * lagFactor());
      await untilReady();
      expect(await evaluate('variables.count')).toEqual({ ok: true, value: 4 });
    },
    60_000,
  );
});
