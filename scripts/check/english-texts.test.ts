import { describe, expect, it } from 'vitest';
import { textsIn } from './english-texts.ts';

/** Placeholder of a template in a source. */
const hole = ['$', '{n}'].join('');

const read = (file: string, source: string) =>
  textsIn(file, source).map(([kind, { line, text }]) => [kind, line, text]);

describe('textsIn', () => {
  it('joins the lines of a comment, and ignores comments behind code', () => {
    const source =
      'const a = 1; // trailing\n/**\n * Returns a plan,\n * or plans again.\n */\n// One\n// two\nconst b = 2;\n';
    expect(read('packages/a/src/a.ts', source)).toEqual([
      ['comment', 2, 'Returns a plan, or plans again.'],
      ['comment', 6, 'One two'],
    ]);
  });

  it('finds the titles of tests, also of each row of a table', () => {
    const source = "describe('Wait', () => {\n  it('ends', run);\n  it.each(rows)(`fails %s`, run);\n});\n";
    expect(read('packages/a/src/a.test.ts', source)).toEqual([
      ['test title', 2, 'ends'],
      ['test title', 3, 'fails %s'],
    ]);
  });

  it('finds the values of the English catalogue, not its keys', () => {
    expect(read('web/src/i18n/en/jog.ts', "const jog = { 'a-b': 'Move', axes: ['X'] };")).toEqual([
      ['UI string', 1, 'Move'],
      ['UI string', 1, 'X'],
    ]);
  });

  it('finds the texts of errors, refusals and messages', () => {
    const source = [
      "throw new ProductError('conflict', isLate ? 'No response in time' : 'The arm is moving');",
      "return { ok: false, message: 'Release the brakes first' };",
      `refuse('invalid', \`There is no step ${hole} here\`);`,
      "const other = 'Not the text of an error';",
    ].join('\n');
    expect(read('services/a/src/a.ts', source)).toEqual([
      ['error text', 1, 'No response in time'],
      ['error text', 1, 'The arm is moving'],
      ['error text', 2, 'Release the brakes first'],
      ['error text', 3, `There is no step ${hole} here`],
    ]);
  });

  it('finds the texts of a file of messages', () => {
    const source = `export const messages = { a: 'The brakes are engaged', b: (n: number) => \`It took ${hole} s too long\` };`;
    expect(read('packages/domain/src/messages/messages.ts', source)).toEqual([
      ['error text', 1, 'The brakes are engaged'],
      ['error text', 1, `It took ${hole} s too long`],
    ]);
  });

  it('ignores fixtures', () => {
    expect(read('services/a/src/testing/a.fixture.ts', "throw new Error('The arm did not stop');")).toEqual([]);
  });
});
