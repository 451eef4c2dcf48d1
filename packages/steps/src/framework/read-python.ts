import { explainPython } from './python-syntax.ts';
import { type PythonToken, tokenizePython } from './python-tokens.ts';
import { isScriptRoot, NameCollector, type ReadScript } from './script-names.ts';

/** Reads the tokens of Python: the names in it, also in f-strings, and the syntax errors that tokens show. */
export function readPython(source: string): ReadScript {
  const collector = new NameCollector();
  const tokens = tokenizePython(source);
  collectNames(tokens, collector);
  return { names: collector.names, problem: explainPython(tokens) };
}

function collectNames(tokens: readonly PythonToken[], collector: NameCollector): void {
  const pending = [tokens];
  for (let list = pending.pop(); list !== undefined; list = pending.pop()) {
    // Line breaks inside brackets are not part of a path.
    const code = list.filter(({ kind }) => kind !== 'break');
    for (const [index, token] of code.entries()) {
      if (token.inner) pending.push(token.inner);
      if (token.kind !== 'name' || !isScriptRoot(token.text) || code[index - 1]?.text === '.') continue;
      const first = readAccess(code, index + 1);
      if (!first) continue;
      const second = readAccess(code, first.next);
      collector.add(token.text, second ? [first.name, second.name] : [first.name]);
    }
  }
}

/** Reads `.name` or `['name']` at an index. */
function readAccess(code: readonly PythonToken[], at: number): { name: string; next: number } | undefined {
  const [open, name, close] = code.slice(at, at + 3);
  if (open?.text === '.' && name?.kind === 'name') return { name: name.text, next: at + 2 };
  if (open?.text !== '[' || name?.value === undefined || close?.text !== ']') return undefined;
  return { name: name.value, next: at + 3 };
}
