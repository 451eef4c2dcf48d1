import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tooManyDigits } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { loadPython } from '../evaluate-python.ts';
import { usualExpressions } from './usual-expressions.fixture.ts';

/** Evaluates expressions in the Python of this machine: each gives its last expression, as the product does. */
const oracle = `
import ast, json, sys
def value_of(source):
    tree = ast.parse(source)
    last = tree.body.pop()
    scope = {}
    exec(compile(tree, 'x', 'exec'), scope)
    return eval(compile(ast.Expression(last.value), 'x', 'eval'), scope)
def answer(source):
    try:
        value = value_of(source)
    except Exception as error:
        return 'fails'
    return value if isinstance(value, (bool, str)) else float(value) if isinstance(value, (int, float)) else str(value)
print(json.dumps([answer(source) for source in json.load(sys.stdin)]))
`;

interface Difference {
  readonly source: string;
  readonly python: string;
  readonly here: string;
}

/** The table in the documentation is the list of differences. */
function readDifferences(): Difference[] {
  const page = readFileSync(new URL('../../../../../docs/python-expressions.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `(.+?)` \| `?(.+?)`? \| `?(.+?)`? \|$/gm);
  return [...rows].map(([, source = '', python = '', here = '']) => ({ source, python, here }));
}

/** `npm test` makes sure that there is a python3. */
function askPython(sources: readonly string[]): unknown[] {
  const input = JSON.stringify(sources);
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', oracle], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`python3 cannot be asked: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}

const python = await loadPython();
const values = { variables: [], steps: [], io: [] };

/** A value as the oracle returns it; a value that an expression cannot return is represented by its text. */
function evaluate(source: string): unknown {
  const direct = python.evaluate({ source, values }, () => undefined).evaluation;
  if (direct.ok) return direct.value;
  // Variables cannot store such a large number; as text it can be compared.
  const isLarge = direct.message.includes(tooManyDigits);
  if (!isLarge && !direct.message.includes('gave a value of type')) return 'fails';
  const lines = source.split('\n');
  const asText = [...lines.slice(0, -1), `str(${lines.at(-1)})`].join('\n');
  const text = python.evaluate({ source: asText, values }, () => undefined).evaluation;
  if (!text.ok) return 'fails';
  return isLarge ? Number(text.value) : text.value;
}

const differences = readDifferences();
const all = [...usualExpressions, ...differences.map(({ source }) => source)];
const expected = askPython(all);
const known = new Set(differences.map(({ source }) => source));
describe('A usual Python expression', () => {
  const cases = all
    .map((source, index) => ({ source, value: expected[index] }))
    .filter(({ source }) => !known.has(source));
  it.each(cases)('returns the same result as Python for $source', ({ source, value }) => {
    expect(evaluate(source)).toEqual(value);
  });
});

describe('A documented difference from Python', () => {
  it.each(differences)('matches the documentation: $source', ({ source, here }) => {
    const found = evaluate(source);
    expect(found === 'fails' ? 'fails' : typeof found === 'string' ? `'${found}'` : String(found)).toBe(here);
  });

  it.each(differences)('differs from the result of Python: $source', ({ source }) => {
    expect(evaluate(source)).not.toEqual(expected[all.indexOf(source)]);
  });
});
