import { lagFactor } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvaluating } from './evaluating.fixture.ts';

const { scripts, evaluate } = startEvaluating('Python');
/** Python takes seconds to start, and longer on a busy machine. */
const patience = 120_000;

beforeAll(async () => {
  expect(await evaluate('1')).toEqual({ ok: true, value: 1 });
}, patience);
afterAll(() => scripts.close());

describe('a Python expression', () => {
  it.each([
    ['variables.count + 1', 5],
    ["variables['part colour'] == 'blue'", true],
    ['variables["variable_1"] / 8', 0.5],
    ["steps['Loop 1'].completedCount > 5", true],
    ["io['Input 1']", 'high'],
    ["limit = 3\n'many' if variables.count > limit else 'few'", 'many'],
    ['import math\nmath.floor(math.sqrt(17))', 4],
    ['def twice(x):\n  return 2 * x\n\ntwice(variables.count)', 8],
    ["import re\nbool(re.match('b.*e', variables['part colour']))", true],
  ])('%j is %j', async (source, expected) => {
    expect(await evaluate(source)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['variables.gone', 'Unknown variable id gone'],
    ['variables["cou" + "nt"]', 'there is no variable count, or it is not named literally'],
    ['variables.count = 5', 'an expression reads values and cannot set them'],
    ['count > 3', "name 'count' is not defined"],
    ['[]', 'gave a value of type list'],
    ['x = 1', 'gave nothing'],
    ['', 'gave nothing'],
    ['1 +', 'SyntaxError'],
    ['1 / 0', 'ZeroDivisionError'],
    ['float("nan")', 'gave a number that is not finite'],
    ['float("inf")', 'gave a number that is not finite'],
    ['2 ** 53 + 1', 'gave a number beyond ±9007199254740991, whose last digits would be lost. Use a text'],
    ['1e300', 'gave a number beyond ±9007199254740991'],
    ['"\\ud800"', 'lone surrogate'],
    ['"a\\u202eb"', 'gave a text with the invisible character U+202E. Remove it'],
    ['"a\\0b"', 'gave a text with the character NUL'],
    ['"a\0b"', 'contains the NUL character. Remove it'],
    ['10 ** 400', 'OverflowError'],
    ['"x" * 100001', 'a text of more than 100000 characters'],
    ['import socket', 'an expression cannot import socket; it has datetime'],
  ])('reports the problem of %j', async (source, message) => {
    expect(await evaluate(source)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  it('gets the values it names, and no others', async () => {
    expect(await evaluate('variables.count\n"secret" in variables')).toEqual({ ok: true, value: false });
  });

  it('leaves no state for the next one', async () => {
    await evaluate('import math\nmath.pi = 3\nleft = 1\n1');
    expect(await evaluate('import math\nmath.pi > 3.1')).toEqual({ ok: true, value: true });
    expect(await evaluate('left')).toMatchObject({ ok: false });
  });
});

/** Modules of the interpreter, in spite of the names that an expression is not given. */
const dig =
  "json = __import__('json')\nfound = json.loads.__globals__ if hasattr(json.loads, '__globals__') else None\n";

describe('A10: a Python expression that looks for the host', () => {
  it.each([
    'open("/etc/hostname").read()',
    '__import__("os")',
    'eval("1")',
    'import js\n1',
    'import pyodide_js\n1',
    'import os\n1',
    'import jsffi\n1',
    'import vfs\n1',
    `${dig}found['__builtins__']['__import__']('js')`,
  ])('%j is refused', async (source) => {
    expect(await evaluate(source)).toMatchObject({ ok: false });
  });
});

describe('R39: a Python expression without end or measure', () => {
  it.each([
    ['an endless loop', 'while True: pass', 'took longer than 100 ms'],
    ['1 GB of text', 'len("x" * 2 ** 30)', 'more than 32 MB'],
    ['memory that grows', 'a = []\nwhile True: a.append("x" * 1000000 + str(len(a)))', /took longer|more than 32 MB/],
    ['recursion', 'def again(): again()\nagain()', /RecursionError|took longer|stopped its interpreter/],
  ] as const)(
    '%s is ended, and the next one is evaluated',
    async (_what, source, message) => {
      const before = performance.now();
      const evaluation = await evaluate(source);
      const tookMS = performance.now() - before;
      expect(evaluation).toEqual({ ok: false, message: expect.stringMatching(message) });
      // The figure is 300 ms; a busy machine gets five times that.
      expect(tookMS).toBeLessThan(1500 * lagFactor());
      expect(await evaluate('variables.count')).toEqual({ ok: true, value: 4 });
    },
    patience,
  );
});
