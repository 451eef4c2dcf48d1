import type { PythonToken } from './python-tokens.ts';

const opening: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closing = new Set(Object.values(opening));
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
/** Statements that head a block. */
const heads = new Set('if elif else for while with try except finally def class'.split(' '));
/** Need something on their left. */
const binary = new Set('/ // % == != < > <= >= & | ^ << >> . and or in is'.split(' '));
/** Need something on their right, with those. */
const prefix = new Set('+ - * ** ~ not = += -= *= /= //= %= **= &= |= ^= >>= <<= := @ lambda'.split(' '));

/**
 * Returns why Python does not take these tokens, with line and column; undefined when nothing tells. Finds what tokens show: texts
 * and brackets that do not end, operators without an operand, operands side by side, heads without a colon, wrong
 * indentation. The interpreter, when it runs, has the last word.
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

/** Lines as Python counts them: breaks in brackets do not end one. A text says which bracket is wrong. */
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
  // Words of newer Python that are names elsewhere.
  if (['match', 'case', 'type'].includes(first.text)) return undefined;
  for (const [index, token] of tokens.entries()) {
    const problem = explainPair(tokens[index - 1], token);
    if (problem !== undefined) return at(problem, token);
  }
  const isStar = last.text === '*' && first.text === 'from';
  if (!isStar && (binary.has(last.text) || prefix.has(last.text)))
    return at(`something is missing behind '${last.text}'`, last);
  const isHead = heads.has(first.text) || (first.text === 'async' && heads.has(tokens[1]?.text ?? ''));
  return isHead && !tokens.some(({ text }) => text === ':')
    ? at(`':' is missing behind '${first.text}'`, first)
    : undefined;
}

function explainPair(before: PythonToken | undefined, token: PythonToken): string | undefined {
  if (before && endsOperand(before) && beginsOperand(token)) {
    const areTexts = before.kind === 'text' && token.kind === 'text';
    return areTexts ? undefined : `an operator is missing before '${token.text.slice(0, 40)}'`;
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
    return before.text === '/' ? undefined : `something is missing behind '${before.text}'`;
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
    if (needsBlock && indent.length <= now.length) return at('a block is missing behind the line before', first);
    if (!needsBlock && indent.length > now.length && indents.length > 0)
      return at('the line is indented for no block', first);
    if (needsBlock) indents.push(indent);
    while ((indents.at(-1)?.length ?? 0) > indent.length) indents.pop();
    if (indents.at(-1)?.length !== indent.length) return at('the indentation fits no line before', first);
    needsBlock = tokens.at(-1)?.text === ':';
  }
  return needsBlock ? at('a block is missing behind the line', lines.at(-1)?.tokens[0]) : undefined;
}

function at(problem: string, token: PythonToken | undefined): string {
  return token ? `${problem} (line ${token.line}, column ${token.column})` : problem;
}
