/** A source, divided before its last expression. */
export interface SplitSource {
  /** Statements before the last one. */
  readonly head: string;
  /** The last statement when it may be an expression, else empty. */
  readonly tail: string;
}

/** Statements with these first words are not expressions, and a semicolon in their line belongs to their block. */
const compound = /^(?:if|elif|else|for|while|with|try|except|finally|def|class|async)\b|^@/;

/**
 * Tokens that end a statement or hide its end: strings, comments, brackets, continued lines, line ends and semicolons.
 */
const tokens =
  /'''(?:[^\\]|\\[\s\S])*?'''|"""(?:[^\\]|\\[\s\S])*?"""|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|#[^\n]*|\\\r?\n|[([{]|[)\]}]|\r?\n|;/g;

/**
 * Finds the last statement of a Python source like the parser of Python, since MicroPython has no syntax trees. The
 * compiler decides whether it is an expression.
 */
export function splitSource(source: string): SplitSource {
  const lines = listLogicalLines(source);
  const last = lines.findLast(({ start, end }) => hasCode(source.slice(start, end)));
  if (last === undefined) return { head: source, tail: '' };
  const line = source.slice(last.start, last.end);
  // An indented line belongs to a block.
  if (/^\s/.test(line)) return { head: source, tail: '' };
  if (compound.test(line)) return { head: source, tail: '' };
  const starts = [last.start, ...last.semicolons.map((at) => at + 1)];
  const start = starts.findLast((at, index) => hasCode(source.slice(at, last.semicolons[index] ?? last.end)));
  if (start === undefined) return { head: source, tail: '' };
  const end = last.semicolons.find((at) => at >= start) ?? last.end;
  return { head: source.slice(0, start), tail: source.slice(start, end).trim() };
}

interface LogicalLine {
  readonly start: number;
  readonly end: number;
  /** Positions of those outside brackets and texts. */
  readonly semicolons: readonly number[];
}

function listLogicalLines(source: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let start = 0;
  let depth = 0;
  let semicolons: number[] = [];
  for (const { 0: token, index } of source.matchAll(tokens)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth -= 1;
    else if (token === ';' && depth <= 0) semicolons.push(index);
    else if ((token === '\n' || token === '\r\n') && depth <= 0) {
      lines.push({ start, end: index, semicolons });
      start = index + token.length;
      semicolons = [];
    }
  }
  return [...lines, { start, end: source.length, semicolons }];
}

/** True if a text holds more than blanks, continued lines and comments. */
function hasCode(text: string): boolean {
  return !/^(?:\s|\\\r?\n|#[^\n]*)*$/.test(text);
}
