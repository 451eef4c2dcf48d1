/** Reasons why a formula cannot be read. `what` of a problem is the part of the text that it is about. */
export type FormulaProblemCode =
  | 'empty'
  | 'tooLong'
  | 'tooDeep'
  | 'unknownCharacter'
  | 'unclosedText'
  | 'unclosedName'
  | 'unclosedBracket'
  | 'missingValue'
  | 'unexpected'
  | 'decimalComma'
  | 'unknownName'
  | 'unknownFunction'
  | 'wrongCount'
  | 'number';

export interface FormulaProblem {
  readonly code: FormulaProblemCode;
  readonly what: string;
  /** Index of its first character. */
  readonly at: number;
}

/** Thrown inside the reader of formulas, which catches it. */
export class FormulaError extends Error {
  constructor(readonly problem: FormulaProblem) {
    super(problem.code);
  }
}

export interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'name' | 'symbol' | 'end';
  /** Content: of a text and of a name in brackets without their marks. Of a symbol: as formulas are written. */
  readonly text: string;
  readonly at: number;
}

/** Symbols that mean the same as one of a formula. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['!=', '≠'],
  ['<>', '≠'],
  ['>=', '≥'],
  ['<=', '≤'],
  ['&&', 'and'],
  ['||', 'or'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  [';', ','],
]);

const patterns = [
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/uy],
  ['word', /[\p{ID_Start}_][\p{ID_Continue}]*/uy],
  ['text', /"(?:[^"]|"")*"|'(?:[^']|'')*'/uy],
  ['name', /\[(?:[^\]]|\]\])*\]/uy],
  ['symbol', /[=!<>]=|<>|&&|\|\||[-+*/%&(),;=<>≤≥≠×·÷−]/uy],
] as const;

/** Splits a formula into its parts. @throws FormulaError */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/u.exec(source.slice(at))?.[0].length ?? 0;
    if (at >= source.length) break;
    const token = readToken(source, at);
    tokens.push(token.token);
    at = token.end;
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function readToken(source: string, at: number): { readonly token: Token; readonly end: number } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) return { token: { kind, text: contentOf(kind, found), at }, end: at + found.length };
  }
  const what = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (what === '"' || what === "'") throw new FormulaError({ code: 'unclosedText', what: source.slice(at), at });
  if (what === '[') throw new FormulaError({ code: 'unclosedName', what: source.slice(at), at });
  throw new FormulaError({ code: 'unknownCharacter', what, at });
}

function contentOf(kind: Token['kind'], found: string): string {
  if (kind === 'symbol') return spellings.get(found) ?? found;
  if (kind === 'name') return found.slice(1, -1).replaceAll(']]', ']');
  if (kind !== 'text') return found;
  const mark = found.charAt(0);
  return found.slice(1, -1).replaceAll(mark + mark, mark);
}
