import { startOfText } from '@cellwright/domain/basics';
import type { PythonToken } from './python-tokens.ts';

const opening: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closing = new Set(Object.values(opening));
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
/** Statements that start a block. */
const heads = new Set('if elif else for while with try except finally def class'.split(' '));
/** Operators that need a left operand. */
const binary = new Set('/ // % == != < > <= >= & | ^ << >> . and or in is'.split(' '));
/** Operators that need a right operand, besides those above. */
const prefix = new Set('+ - * ** ~ not = += -= *= /= //= %= **= &= |= ^= >>= <<= := @ lambda'.split(' '));

/**
 * Returns the syntax error in these tokens, with line and column; undefined if none is found. Finds unterminated texts
 * and brackets, missing operands, adjacent operands, block statements without a colon, and wrong indentation. The
 * interpreter makes the final check when it runs.
 */
export function explainPython(tokens: readonly PythonToken[]): string | undefined {
  const wrong = tokens.find(({ kind }) => kind === 'wrong');
  if (wrong) return at(/^['"]/.test(wrong.text) ? 'a text does not end' : `'${wrong.text}' is no Python`, wrong);
  const lines = divide(tokens);
  if (typeof lines === 'string') return lines;
  for (const line of lines) {
    const problem = explainLine(line.tokens);
    if (problem !== undefined) return problem;
  }
  return explainIndents(lines);
}

interface LogicalLine {
  readonly indent: string;
  readonly tokens: readonly PythonToken[];
}

/** Splits tokens into logical lines: line breaks in brackets do not count. A text reports a wrong bracket. */
function divide(tokens: readonly PythonToken[]): LogicalLine[] | string {
  const lines: LogicalLine[] = [];
  const open: PythonToken[] = [];
  let indent = '';
  let line: PythonToken[] = [];
  const end = () => {
    if (line.length > 0) lines.push({ indent, tokens: line });
    line = [];
  };
  for (const token of tokens) {
    if (token.kind === 'break') {
      if (open.length > 0) continue;
      end();
      indent = token.indent ?? '';
      continue;
    }
    line.push(token);
    if (token.kind !== 'operator') continue;
    if (opening[token.text] !== undefined) open.push(token);
    if (closing.has(token.text) && opening[open.pop()?.text ?? ''] !== token.text) {
      return at(`'${token.text}' closes nothing`, token);
    }
  }
  end();
  const [first] = open;
  return first ? at(`'${first.text}' is never closed`, first) : lines;
}

function explainLine(tokens: readonly PythonToken[]): string | undefined {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) return undefined;
  // Soft keywords, which are names elsewhere.
  if (['match', 'case', 'type'].includes(first.text)) return undefined;
  for (const [index, token] of tokens.entries()) {
    const problem = explainPair(tokens[index - 1], token);
    if (problem !== undefined) return at(problem, token);
  }
  const isStar = last.text === '*' && first.text === 'from';
  if (!isStar && (binary.has(last.text) || prefix.has(last.text)))
    return at(`something is missing after '${last.text}'`, last);
  const isHead = heads.has(first.text) || (first.text === 'async' && heads.has(tokens[1]?.text ?? ''));
  return isHead && !tokens.some(({ text }) => text === ':')
    ? at(`':' is missing after '${first.text}'`, first)
    : undefined;
}

function explainPair(before: PythonToken | undefined, token: PythonToken): string | undefined {
  if (before && endsOperand(before) && beginsOperand(token)) {
    const areTexts = before.kind === 'text' && token.kind === 'text';
    return areTexts ? undefined : `an operator is missing before '${startOfText(token.text, 40)}'`;
  }
  const isPartOfNot = before?.text === 'not' && token.text === 'in';
  if (binary.has(token.text) && !isPartOfNot && (!before || needsOperand(before))) {
    // A lone slash is a parameter.
    return token.text === '/' && before?.text === ',' ? undefined : `something is missing before '${token.text}'`;
  }
  if (
    before &&
    closing.has(token.text) &&
    before.text !== '*' &&
    (binary.has(before.text) || prefix.has(before.text))
  ) {
    return before.text === '/' ? undefined : `something is missing after '${before.text}'`;
  }
  return undefined;
}

function needsOperand({ text }: PythonToken): boolean {
  return binary.has(text) || prefix.has(text) || opening[text] !== undefined || text === ',';
}

function endsOperand({ kind, text }: PythonToken): boolean {
  return isOperand(kind, text) || closing.has(text);
}

function beginsOperand({ kind, text }: PythonToken): boolean {
  return isOperand(kind, text);
}

function isOperand(kind: PythonToken['kind'], text: string): boolean {
  return kind === 'number' || kind === 'text' || (kind === 'name' && !keywords.has(text));
}

function explainIndents(lines: readonly LogicalLine[]): string | undefined {
  const indents = [''];
  let needsBlock = false;
  for (const { indent, tokens } of lines) {
    const [first] = tokens;
    const now = indents.at(-1) ?? '';
    if (!first) continue;
    if (needsBlock && indent.length <= now.length)
      return at('an indented block is missing after the previous line', first);
    if (!needsBlock && indent.length > now.length && indents.length > 0)
      return at('the line is indented for no block', first);
    if (needsBlock) indents.push(indent);
    while ((indents.at(-1)?.length ?? 0) > indent.length) indents.pop();
    if (indents.at(-1)?.length !== indent.length) return at('the indentation fits no line before', first);
    needsBlock = tokens.at(-1)?.text === ':';
  }
  return needsBlock ? at('an indented block is missing after the line', lines.at(-1)?.tokens[0]) : undefined;
}

function at(problem: string, token: PythonToken | undefined): string {
  return token ? `${problem} (line ${token.line}, column ${token.column})` : problem;
}
