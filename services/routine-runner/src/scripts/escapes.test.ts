import type { Script } from '@cellwright/steps/framework';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { javaScriptAttempt, pythonAttempt } from '../testing/escape-attempts.fixture.ts';
import { type BaitOutside, layBait } from '../testing/escape-bait.fixture.ts';
import { loadJavaScript } from './evaluate-javascript.ts';
import { loadPython } from './evaluate-python.ts';
import type { Interpreter } from './interpreter.ts';
import { loadMicroPython, type MicroPython } from './python/micropython.ts';
import { scriptLimits } from './script-limits.ts';

/**
 * The interpreters run in this process, which has files, a network and JavaScript. Only the interpreters confine the
 * attempts here; in the product their process is a second boundary.
 */
const patience = 300_000;

let outside: BaitOutside;
let python: Interpreter;
let javaScript: Interpreter;
let nakedPython: MicroPython;

beforeAll(async () => {
  [outside, python, javaScript] = await Promise.all([layBait(), loadPython(), loadJavaScript()]);
  // Without any name withheld: the import table alone.
  nakedPython = loadMicroPython('', scriptLimits.Python.memoryBytes);
}, patience);
afterAll(() => outside.remove());

const noValues: Script['values'] = { variables: [['count', 4]], steps: [], io: [] };
const evaluate = (interpreter: Interpreter, source: string) =>
  interpreter.evaluate({ source, values: noValues }, () => undefined).evaluation;

describe('A10: a generated attempt to escape', () => {
  it(
    'reaches nothing from a Python expression',
    async () => {
      const reached = await outside.tryAll(pythonAttempt, (source) => JSON.stringify(evaluate(python, source)));
      expect(reached).toEqual([]);
      expect(evaluate(python, 'variables.count == 4 and 1 != 2')).toEqual({ ok: true, value: true });
    },
    patience,
  );

  it(
    'blocks every listed name from Python',
    async () => {
      const run = (source: string) => {
        try {
          const lines = source.split('\n');
          const last = lines.pop() ?? '';
          return nakedPython.open().run(`${lines.join('\n')}\nanswer = str(${last})`);
        } catch (error) {
          return String(error);
        }
      };
      const reached = await outside.tryAll(pythonAttempt, run);
      expect(reached).toEqual([]);
    },
    patience,
  );

  it(
    'reaches nothing from a JavaScript expression',
    async () => {
      const run = (source: string) => JSON.stringify(evaluate(javaScript, source));
      const reached = await outside.tryAll(javaScriptAttempt, run);
      expect(reached).toEqual([]);
      expect(evaluate(javaScript, '1 == 2')).toEqual({ ok: true, value: false });
    },
    patience,
  );
});

describe('A Python expression that once left its interpreter', () => {
  it.each([
    ["import json\nimp = json.loads.__globals__['__builtins__']['__import__']\nstr(imp('pyodide_js'))"],
    ["import json\nimp = json.loads.__globals__['__builtins__']['__import__']\nimp('js').process.version"],
    ['import socket\nsocket.socket().connect(("127.0.0.1", 1))'],
    ['import js\njs.process.version'],
  ])('%j fails', (source) => {
    expect(evaluate(python, source)).toMatchObject({ ok: false });
  });
});

describe('Expressions of many users in a row', () => {
  const marks = [
    "import json\njson.loads = lambda *a: 'mine'\nimport math\nmath.pi = 3\n1",
    "import re\nre.marked = 'mine'\nre.Pattern.marked = 'mine'\n1",
    "import statistics\nstatistics._math.__dict__['marked'] = 'mine'\n1",
    'class Mine(int):\n  def __eq__(self, other):\n    return True\nint = Mine\nbool = lambda *a: True\n1',
    'marked = 1\nglobal also_marked\nalso_marked = 1\n1',
  ];
  const probe =
    "import json, math, re, statistics\nstr([json.loads('[1]'), math.pi > 3.1, hasattr(re, 'marked'), hasattr(re.compile('a'), 'marked'), hasattr(statistics._math, 'marked'), 1 == 2, bool(0)])";

  it(
    'share nothing in Python',
    () => {
      const clean = evaluate(python, probe);
      expect(clean).toEqual({ ok: true, value: '[[1], True, False, False, False, False, False]' });
      for (let user = 0; user < propertyRuns(10, 100); user += 1) {
        evaluate(python, marks[user % marks.length] ?? '');
        expect(evaluate(python, probe)).toEqual(clean);
        expect(evaluate(python, 'marked')).toMatchObject({ ok: false });
      }
    },
    patience,
  );

  it(
    'share nothing in JavaScript',
    () => {
      const probeJavaScript =
        'typeof left + [1].map(x => x + 1)[0] + ("marked" in Object.prototype) + JSON.stringify({})';
      for (let user = 0; user < propertyRuns(10, 100); user += 1) {
        evaluate(
          javaScript,
          "globalThis.left = 1; Array.prototype.map = () => 'mine'; Object.prototype.marked = 1; JSON.stringify = () => 'mine'; 1",
        );
        expect(evaluate(javaScript, probeJavaScript)).toEqual({ ok: true, value: 'undefined2false{}' });
      }
    },
    patience,
  );
});
