import { type AnyNode, type Pattern, parse } from 'acorn';
import { isScriptRoot, NameCollector, type ReadScript } from './script-names.ts';

/** Parses JavaScript and returns the names in it, and its syntax error if any. */
export function readJavaScript(source: string): ReadScript {
  const collector = new NameCollector();
  try {
    collectNames(parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: false }), collector);
    return { names: collector.names, problem: undefined };
  } catch (error) {
    return { names: collector.names, problem: explain(error) };
  }
}

/** Returns why the code of a code block, which is a module, cannot be parsed; undefined if it can. */
export function explainModule(source: string): string | undefined {
  try {
    const { body } = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      locations: true,
    });
    const outside = body.find((node) => node.type === 'ImportDeclaration' || ('source' in node && node.source));
    if (!outside?.loc) return undefined;
    const { line, column } = outside.loc.start;
    return `A code block cannot import (line ${line}, column ${column + 1})`;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'it nests too deep. Divide it';
  // The parser appends the position to its message: (line:column).
  const [, words = error.message, line, column] = /^(.*) \((\d+):(\d+)\)$/.exec(error.message) ?? [];
  return line === undefined ? words : `${words} (line ${line}, column ${Number(column) + 1})`;
}

/** Walks the tree iteratively, so that deep nesting cannot exhaust the stack. */
function collectNames(root: AnyNode, collector: NameCollector): void {
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...next.toReversed().filter(isWorthwhile));
    else if (isNode(next)) {
      take(next, collector);
      pending.push(...Object.values(next).toReversed().filter(isWorthwhile));
    }
  }
}

function isWorthwhile(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function take(node: AnyNode, collector: NameCollector): void {
  if (node.type === 'MemberExpression') {
    const found = readPath(node);
    if (found) collector.add(found.root, found.path);
  } else if (node.type === 'VariableDeclarator' && node.init) takeFields(node.id, node.init, collector);
  else if (node.type === 'AssignmentExpression') takeFields(node.left, node.right, collector);
}

/** `const { count } = variables` names count. */
function takeFields(target: Pattern, value: AnyNode, collector: NameCollector): void {
  const found = target.type === 'ObjectPattern' ? readPath(value) : undefined;
  if (!found || target.type !== 'ObjectPattern') return;
  for (const property of target.properties) {
    const name = property.type === 'Property' ? readKey(property.key, property.computed) : undefined;
    if (name !== undefined) collector.add(found.root, [...found.path, name]);
  }
}

/**
 * Returns the literal path from one of the given objects: `steps['Loop 1'].completedCount`. Undefined for other
 * expressions.
 */
function readPath(start: AnyNode): { readonly root: string; readonly path: readonly string[] } | undefined {
  const path: string[] = [];
  let node: AnyNode = start;
  for (;;) {
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') node = node.expression;
    else if (node.type === 'MemberExpression') {
      const name = readKey(node.property, node.computed);
      // The inner literal part is a path of its own.
      if (name === undefined) return undefined;
      path.unshift(name);
      // No path has more than two names, so a long chain costs no more.
      if (path.length > 2) path.pop();
      node = node.object;
    } else return node.type === 'Identifier' && isScriptRoot(node.name) ? { root: node.name, path } : undefined;
  }
}

function readKey(key: AnyNode, isComputed: boolean): string | undefined {
  if (key.type === 'Literal') return key.value === null ? undefined : String(key.value);
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? undefined;
  return key.type === 'Identifier' && !isComputed ? key.name : undefined;
}
