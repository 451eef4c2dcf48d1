import { explainPython } from './python-syntax.ts';
import { type PythonToken, tokenizePython } from './python-tokens.ts';
import { isComplete, isScriptRoot, NameCollector, type ReadScript, type UnnamedUse } from './script-names.ts';

/** Reads the tokens of Python: the names in it, also in f-strings, and the syntax errors that tokens show. */
export function readPython(source: string): ReadScript {
  const collector = new NameCollector();
  const tokens = tokenizePython(source);
  const unnamed = collectNames(tokens, collector);
  return { names: collector.names, problem: explainPython(tokens), unnamed };
}

/** Returns the first use of the given objects without a literal name. */
function collectNames(tokens: readonly PythonToken[], collector: NameCollector): UnnamedUse | undefined {
  let unnamed: UnnamedUse | undefined;
  const pending = [tokens];
  for (let list = pending.pop(); list !== undefined; list = pending.pop()) {
    // Line breaks inside brackets are not part of a path.
    const code = list.filter(({ kind }) => kind !== 'break');
    for (const [index, token] of code.entries()) {
      if (token.inner) pending.push(token.inner);
      if (token.kind !== 'name' || !isScriptRoot(token.text) || code[index - 1]?.text === '.') continue;
      const first = readAccess(code, index + 1);
      const second = first && readAccess(code, first.next);
      const path = [first, second].flatMap((access) => access?.name ?? []);
      collector.add(token.text, path);
      if (!isComplete(token.text, path)) unnamed ??= { root: token.text, line: token.line };
    }
  }
  return unnamed;
}

/** Reads `.name` or `['name']` at an index. */
function readAccess(code: readonly PythonToken[], at: number): { name: string; next: number } | undefined {
  const [open, name, close] = code.slice(at, at + 3);
  if (open?.text === '.' && name?.kind === 'name') return { name: name.text, next: at + 2 };
  if (open?.text !== '[' || name?.value === undefined || close?.text !== ']') return undefined;
  return { name: name.value, next: at + 3 };
}
