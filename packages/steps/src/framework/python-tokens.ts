/** A token of Python; comments and spaces are left out. */
export interface PythonToken {
  readonly kind: 'name' | 'number' | 'text' | 'operator' | 'break' | 'wrong';
  readonly text: string;
  readonly line: number;
  /** From 1; for a token inside an f-string, from the start of its part. */
  readonly column: number;
  /** Content of a text without escapes and replacement fields. */
  readonly value?: string;
  /** Tokens between the braces of an f-string. */
  readonly inner?: readonly PythonToken[];
  /** Leading spaces of the line after a break. */
  readonly indent?: string;
}

const pieces = new RegExp(
  [
    String.raw`(?<text>(?:[rRbBuU]|[fF][rR]?|[rR][fFbB]|[bB][rR])?(?:'''(?:[^\\]|\\[\s\S])*?'''|"""(?:[^\\]|\\[\s\S])*?"""|(?!'''|""")(?:'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")))`,
    String.raw`(?<blank>[^\S\n]+|#[^\n]*|\\\r?\n)`,
    String.raw`(?<break>\n)`,
    String.raw`(?<number>(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)[jJ]?)`,
    String.raw`(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)`,
    String.raw`(?<operator>\*\*=?|\/\/=?|<<=?|>>=?|->|:=|[-+*\/%@&|^=!<>]=|[-+*\/%@&|^~=<>.,:;()[\]{}])`,
    String.raw`(?<wrong>[\s\S])`,
  ].join('|'),
  'gu',
);
const kinds = ['text', 'break', 'number', 'name', 'operator', 'wrong'] as const;

/** Splits Python into tokens; unknown characters have the kind 'wrong'. */
export function tokenizePython(source: string, firstLine = 1): PythonToken[] {
  const tokens: PythonToken[] = [];
  let line = firstLine;
  let lineStart = 0;
  for (const match of source.matchAll(pieces)) {
    const [text] = match;
    const kind = kinds.find((each) => match.groups?.[each] !== undefined);
    const place = { line, column: match.index - lineStart + 1 };
    if (kind === 'text') tokens.push({ kind, text, ...place, ...readText(text, line) });
    else if (kind === 'break') {
      const indent = /^[ \t]*/.exec(source.slice(match.index + 1, match.index + 1001))?.[0] ?? '';
      tokens.push({ kind, text, ...place, indent });
    } else if (kind) tokens.push({ kind, text, ...place });
    line += text.split('\n').length - 1;
    if (text.includes('\n')) lineStart = match.index + text.lastIndexOf('\n') + 1;
  }
  return tokens;
}

function readText(text: string, line: number): Pick<PythonToken, 'value' | 'inner'> {
  const [, prefix = '', quotes = ''] = /^([a-zA-Z]*)('''|"""|'|")/.exec(text) ?? [];
  const content = text.slice(prefix.length + quotes.length, -quotes.length);
  if (!/f/i.test(prefix)) return content.includes('\\') && !/r/i.test(prefix) ? {} : { value: content };
  return { inner: tokenizePython(partsOf(content), line) };
}

/** Returns the parts between the braces of an f-string, separated by commas. */
function partsOf(content: string): string {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (let index = 0; index < content.length; index++) {
    const character = content[index] ?? '';
    const isDoubled = depth === 0 && content[index + 1] === character;
    if (depth === 0) {
      if (isDoubled && (character === '{' || character === '}')) index++;
      else if (character === '{') depth = 1;
      continue;
    }
    if ('{[('.includes(character)) depth += 1;
    if ('}])'.includes(character)) depth -= 1;
    if (depth > 0) part += character;
    else {
      parts.push(part);
      part = '';
    }
  }
  return parts.join(',');
}
