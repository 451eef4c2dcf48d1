import { type AnyNode, parse } from 'acorn';

/**
 * Functions that tracked code calls, and that its sandbox defines: `asynchronous` wraps an async function,
 * `methods` the async methods of an object or a class, and `dropped` receives a promise that the code does not keep.
 */
export const trackers = {
  asynchronous: '$cellAsync',
  methods: '$cellMethods',
  dropped: '$cellDropped',
} as const;

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Wraps every async function in the code of a code block, and every promise that it creates and drops, so that an
 * error that nothing awaits can be found. The interpreter itself does not report such errors. Lines stay where they
 * are. Returns code that cannot be parsed unchanged, because the interpreter reports its error.
 */
export function trackPromises(source: string): string {
  if (Object.values(trackers).some((name) => source.includes(name))) return source;
  try {
    const root = parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
    return insert(source, listInsertions(root));
  } catch {
    return source;
  }
}

/** Walks the tree iteratively, each node before its children, so that outer wrappers come first. */
function listInsertions(root: AnyNode): Insertion[] {
  const insertions: Insertion[] = [];
  const pending: { readonly node: AnyNode; readonly isMethod: boolean }[] = [{ node: root, isMethod: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    insertions.push(...wrap(node, next.isMethod));
    const children = childrenOf(node).toReversed();
    pending.push(...children.map((child) => ({ node: child, isMethod: isMethodValue(node, child) })));
  }
  return insertions;
}

function wrap(node: AnyNode, isMethod: boolean): Insertion[] {
  switch (node.type) {
    case 'Program':
      return node.body[0] ? wrapDeclarations(node.body, node.body[0].start) : [];
    case 'BlockStatement':
      return wrapDeclarations(node.body, node.start + 1);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return node.async && !node.generator && !isMethod ? around(node, trackers.asynchronous) : [];
    case 'ObjectExpression':
      return node.properties.some(hasAsyncMethod) ? around(node, trackers.methods) : [];
    case 'ClassBody':
      if (!node.body.some(hasAsyncMethod)) return [];
      return [{ at: node.end - 1, text: `;static{${trackers.methods}(this);${trackers.methods}(this.prototype)}` }];
    case 'ExpressionStatement':
      return createsPromise(node.expression) ? around(node.expression, trackers.dropped) : [];
    default:
      return [];
  }
}

/** Replaces the async functions declared in a block at its start, where all of them exist already. */
function wrapDeclarations(body: readonly AnyNode[], at: number): Insertion[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'FunctionDeclaration' || !declared.id || !declared.async || declared.generator) return [];
    const { name } = declared.id;
    return [{ at, text: `${name}=${trackers.asynchronous}(${name});` }];
  });
}

function around({ start, end }: AnyNode, tracker: string): Insertion[] {
  return [
    { at: start, text: `${tracker}(` },
    { at: end, text: ')' },
  ];
}

/** True for `new Promise(…)` and `Promise.reject(…)`. */
function createsPromise(node: AnyNode): boolean {
  if (node.type === 'NewExpression') return isPromise(node.callee);
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && isPromise(node.callee.object);
}

function isPromise(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'Promise';
}

function hasAsyncMethod(member: AnyNode): boolean {
  const isMethod = member.type === 'MethodDefinition' || (member.type === 'Property' && member.method);
  const { value } = isMethod ? member : { value: undefined };
  return value?.type === 'FunctionExpression' && value.async && !value.generator;
}

function isMethodValue(parent: AnyNode, child: AnyNode): boolean {
  if (parent.type === 'MethodDefinition') return child === parent.value;
  return parent.type === 'Property' && parent.method && child === parent.value;
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function insert(source: string, insertions: readonly Insertion[]): string {
  let text = '';
  let from = 0;
  for (const { at, text: added } of insertions.toSorted((one, other) => one.at - other.at)) {
    text += source.slice(from, at) + added;
    from = at;
  }
  return text + source.slice(from);
}
