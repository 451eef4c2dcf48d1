import { type AnyNode, type Pattern, parse } from 'acorn';
import { isComplete, isScriptRoot, NameCollector, type ReadScript, type ScriptRoot } from './script-names.ts';

/** Parses JavaScript and returns the names in it, and its syntax error if any. */
export function readJavaScript(source: string): ReadScript {
  const reading = new Reading();
  try {
    reading.read(parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowHashBang: false }));
    const { names, unnamed } = reading;
    const line = source.slice(0, unnamed?.at).split('\n').length;
    return { names, problem: undefined, unnamed: unnamed && { root: unnamed.root, line } };
  } catch (error) {
    return { names: reading.names, problem: explain(error), unnamed: undefined };
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

/** Collects the names in a tree, and the first use of the given objects without one. */
class Reading {
  unnamed: { readonly root: ScriptRoot; readonly at: number } | undefined;
  private readonly collector = new NameCollector();
  /** Places of the given objects from which a literal path leads to a value. */
  private readonly named = new Set<AnyNode>();

  get names() {
    return this.collector.names;
  }

  /** Walks the tree iteratively, so that deep nesting cannot exhaust the stack. */
  read(root: AnyNode): void {
    const pending: unknown[] = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (Array.isArray(next)) pending.push(...next.toReversed().filter(isWorthwhile));
      else if (isNode(next)) {
        this.take(next);
        pending.push(...partsOf(next).toReversed().filter(isWorthwhile));
      }
    }
  }

  private take(node: AnyNode): void {
    if (node.type === 'MemberExpression') this.add(readPath(node));
    else if (node.type === 'VariableDeclarator' && node.init) this.takeFields(node.id, node.init);
    else if (node.type === 'AssignmentExpression') this.takeFields(node.left, node.right);
    else if (node.type === 'Identifier' && isScriptRoot(node.name) && !this.named.has(node)) {
      this.unnamed ??= { root: node.name, at: node.start };
    }
  }

  /** `const { count } = variables` names count. */
  private takeFields(target: Pattern, value: AnyNode): void {
    const found = target.type === 'ObjectPattern' ? readPath(value) : undefined;
    if (!found || target.type !== 'ObjectPattern') return;
    const names = target.properties.map((property) =>
      property.type === 'Property' ? readKey(property.key, property.computed) : undefined,
    );
    for (const name of names) if (name !== undefined) this.add({ ...found, path: [...found.path, name] });
    if (names.includes(undefined)) this.named.delete(found.start);
  }

  private add(found: FoundPath | undefined): void {
    if (!found) return;
    this.collector.add(found.root, found.path);
    if (isComplete(found.root, found.path)) this.named.add(found.start);
  }
}

function isWorthwhile(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Returns the parts of a node, without the names of properties, which refer to nothing. */
function partsOf(node: AnyNode): unknown[] {
  if (node.type === 'MemberExpression' && !node.computed) return [node.object];
  if (node.type === 'Property' && !node.computed) return [node.value];
  return Object.values(node);
}

interface FoundPath {
  readonly root: ScriptRoot;
  readonly path: readonly string[];
  /** Place of the given object. */
  readonly start: AnyNode;
}

/**
 * Returns the literal path from one of the given objects: `steps['Loop 1'].completedCount`. Undefined for other
 * expressions.
 */
function readPath(start: AnyNode): FoundPath | undefined {
  const path: string[] = [];
  let node: AnyNode = start;
  for (;;) {
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') node = node.expression;
    else if (node.type === 'MemberExpression') {
      const name = readKey(node.property, node.computed);
      // The inner literal part is a path of its own.
      if (name === undefined) return undefined;
      path.unshift(name);
      // No path has more than three names, so a long chain costs no more.
      if (path.length > 3) path.pop();
      node = node.object;
    } else {
      if (node.type !== 'Identifier') return undefined;
      const [root = '', ...names] = node.name === 'globalThis' ? path : [node.name, ...path];
      return isScriptRoot(root) ? { root, path: names, start: node } : undefined;
    }
  }
}

function readKey(key: AnyNode, isComputed: boolean): string | undefined {
  if (key.type === 'Literal') return key.value === null ? undefined : String(key.value);
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? undefined;
  return key.type === 'Identifier' && !isComputed ? key.name : undefined;
}
