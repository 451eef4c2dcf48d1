import { describe, expect, it } from 'vitest';
import { explainCode, findScriptNames, findStepNamed, readScript } from './scripts.ts';

describe('The names in a script', () => {
  it('follow variables, steps and io, as a name or in quotes', () => {
    const source = `variables.count + variables['part count'] + variables["variable_1"]
      > steps['Loop 1'].completedCount && steps.step_1["stoppedEarly"] && io['Input 1'] === 'high'`;
    expect(findScriptNames('JavaScript', source)).toEqual({
      variables: ['count', 'part count', 'variable_1'],
      steps: [
        { step: 'Loop 1', variable: 'completedCount' },
        { step: 'step_1', variable: 'stoppedEarly' },
      ],
      io: ['Input 1'],
    });
  });

  it.each([
    ['JavaScript', '// variables.a\n/* variables.b */ \'variables.c\' + "variables.d" + variables.e'],
    ['Python', "# variables.a\n'variables.c' + variables.e"],
  ] as const)('exclude those in comments and texts of %s', (language, source) => {
    expect(findScriptNames(language, source).variables).toEqual(['e']);
  });

  it.each([
    ['a text with a backslash', "'Lot\\n' + variables.lot + '\\n'"],
    ['a template with an apostrophe', "`it's $\u007bvariables.lot}`"],
    ['nested templates', '`a $\u007b`b $\u007bvariables.lot}`}`'],
    ['an optional chain', 'variables?.lot ?? 1'],
    ['an optional element', "variables?.['lot']"],
    ['a regular expression with a quote', "/'/.test('a') + variables.lot"],
    ['a division', "6 / 2 / variables.lot // '"],
    ['a regular expression with a class', "/[/']/.test(`x`) && variables.lot"],
    ['parentheses', '(variables).lot'],
    ['a template as name', 'variables[`lot`]'],
    ['an escaped name', "variables['l\\u006ft']"],
    ['destructuring', 'const { lot } = variables; lot'],
    ['the global object', 'globalThis.variables.lot'],
    ['a line between', 'variables\n  // which\n  .lot'],
    ['another object of the same name', 'my.variables.part + variables.lot'],
  ])('appear in JavaScript after %s', (_where, source) => {
    expect(readScript('JavaScript', source)).toEqual({
      names: { variables: ['lot'], steps: [], io: [] },
      problem: undefined,
    });
  });

  it.each([
    ['a text with a backslash', "'Lot\\n' + variables.lot"],
    ['a long text with an apostrophe', `"""it's""" + variables['lot']`],
    ['an f-string', "f'{{variables.part}} it is {variables.lot:>5}'"],
    ['a raw text', String.raw`r'\d' + variables["lot"]`],
    ['brackets over lines', '(\n  variables\n  .lot\n)'],
    ['a block', "if variables.lot == 'a':\n    x = 1\nelse:\n    x = 2\nx"],
  ])('appear in Python after %s', (_where, source) => {
    expect(readScript('Python', source)).toEqual({
      names: { variables: ['lot'], steps: [], io: [] },
      problem: undefined,
    });
  });

  it.each([
    ['JavaScript', 'const all = variables;\nall.lot', 'variables', 1],
    ['JavaScript', "const name = 'lot';\nvariables[name]", 'variables', 2],
    ['JavaScript', '(({ lot }) => lot)(variables)', 'variables', 1],
    ['JavaScript', 'const { ...all } = variables; all.lot', 'variables', 1],
    ['JavaScript', "const loop = steps['Loop 1'];\nloop.completedCount", 'steps', 1],
    ['JavaScript', 'Object.keys(io).length', 'io', 1],
    ['Python', 'all = variables\nall.lot', 'variables', 1],
    ['Python', "name = 'lot'\nvariables[name]", 'variables', 2],
    ['Python', "f'{[steps]}'", 'steps', 1],
  ] as const)('miss a name in %s: %j', (language, source, root, line) => {
    expect(readScript(language, source).unnamed).toEqual({ root, line });
  });

  it.each([
    ['JavaScript', 'my.variables + { steps: 1, io() {} }.steps'],
    ['JavaScript', 'let lot; ({ lot } = variables); lot'],
    ['JavaScript', "(steps?.['Loop 1']).completedCount"],
    ['JavaScript', "steps['Loop 1'].completedCount + io['Input 1'] + variables.lot.length"],
    ['Python', "my.variables + steps['Loop 1'].completedCount + variables.lot[0]"],
  ] as const)('have all names in %s: %j', (language, source) => {
    expect(readScript(language, source).unnamed).toBeUndefined();
  });

  it('appear once each, and not inside other words', () => {
    expect(findScriptNames('JavaScript', 'variables.a + variables.a + myvariables.b + my.variables.c')).toEqual({
      variables: ['a'],
      steps: [],
      io: [],
    });
  });

  it('take time linear in the length of the script', () => {
    const before = process.cpuUsage();
    findScriptNames('JavaScript', `${'variables . '.repeat(8000)}${"'".repeat(1)}${'/*'.repeat(2000)}`);
    // Usually a few milliseconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('explainCode', () => {
  it.each([
    ["await cell.setOutput('Output 1', 'high'", 'Unexpected token (line 1, column 40)'],
    ['const a = 1;\n  const a = 2;', "Identifier 'a' has already been declared (line 2, column 9)"],
    ['return 1;', "'return' outside of function (line 1, column 1)"],
    ["\nimport fs from 'node:fs';", 'A code block cannot import (line 2, column 1)'],
    ["export * from 'a';", 'A code block cannot import (line 1, column 1)'],
    ['const text = `a', 'Unterminated template (line 1, column 15)'],
  ])('reports the position of the error in %j', (source, problem) => {
    expect(explainCode(source)).toBe(problem);
  });

  it.each([
    '',
    '// nothing',
    'for await (const a of []) await cell.wait(1);',
    'export const a = 1;',
    'await (async () => { return 1; })();',
  ])('accepts %j', (source) => {
    expect(explainCode(source)).toBeUndefined();
  });
});

describe('A script with a syntax error', () => {
  it.each([
    ['JavaScript', '1 +', 'Unexpected token (line 1, column 4)'],
    ['JavaScript', 'const = 4', 'Unexpected token (line 1, column 7)'],
    ['JavaScript', "'a", 'Unterminated string constant (line 1, column 1)'],
    ['JavaScript', '\n)', 'Unexpected token (line 2, column 1)'],
    ['JavaScript', 'if (variables.a', 'Unexpected token (line 1, column 16)'],
    ['Python', '1 +', "something is missing after '+' (line 1, column 3)"],
    ['Python', "'a", 'a text does not end (line 1, column 1)'],
    ['Python', 'a = (1,\n2', "'(' is never closed (line 1, column 5)"],
    ['Python', 'x)', "')' closes nothing (line 1, column 2)"],
    ['Python', 'a b', "an operator is missing before 'b' (line 1, column 3)"],
    ['Python', 'if a\n    b', "':' is missing after 'if' (line 1, column 1)"],
    ['Python', 'if a:\nb', 'an indented block is missing after the previous line (line 2, column 1)'],
    ['Python', 'a\n  b', 'the line is indented for no block (line 2, column 3)'],
    ['Python', 'a == == b', "something is missing before '==' (line 1, column 6)"],
    ['Python', 'a $ b', "'$' is no Python (line 1, column 3)"],
  ] as const)('gets an explanation: %s %j', (language, source, problem) => {
    expect(readScript(language, source).problem).toBe(problem);
  });

  it.each([
    '-1',
    'not a',
    'a not in b and c is not d',
    'x if y else z',
    'f(*a, **b)',
    'lambda a, *b: a',
    '[i for i in range(3) if i % 2]',
    'a[1:], a[:-1], a[::2]',
    'def f(a, /, *, b=1) -> int:\n    return a\nf(1)',
    'try:\n    1\nexcept ValueError as e:\n    pass\nfinally:\n    pass',
    "'a' 'b' \\\n 'c'",
    'from math import *',
    'if a: b\nelse: c',
    '# only\n\n  # comments\n1_000.5e-3',
    'x: int = 1; y = x',
    "{'a': 1, **b}",
    'while True:\n\tbreak',
  ])('excludes %j', (source) => {
    expect(readScript('Python', source).problem).toBeUndefined();
  });
});

describe('A step that a script names', () => {
  const steps = [
    { id: 'step_1', description: 'Count parts' },
    { id: 'step_2', description: 'Rest' },
    { id: 'step_3', description: 'Rest' },
  ];
  it('has that id, or is the only one with that description', () => {
    expect(findStepNamed(steps, 'step_2')?.id).toBe('step_2');
    expect(findStepNamed(steps, 'Count parts')?.id).toBe('step_1');
    expect(findStepNamed(steps, 'Rest')).toBeUndefined();
  });
});
