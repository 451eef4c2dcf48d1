import type { JSONNode } from './json-node.ts';
import type { FieldControl } from './meta.ts';

const controlTypes: Readonly<Partial<Record<FieldControl, string>>> = {
  expression: 'expression',
  condition: 'condition',
  numberOrExpression: 'number or expression',
  variable: 'id of a variable',
  spaceItem: 'id of a space item',
  equipment: 'id of equipment',
  tool: 'id of equipment',
  picture: 'picture in base64',
};

const plainTypes: Readonly<Partial<Record<string, string>>> = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  string: 'text',
  object: 'group',
};

/** Returns the type of a field in words for documentation. */
export function typeText(node: JSONNode, control: FieldControl | undefined): string {
  return (control && controlTypes[control]) ?? nodeType(node);
}

function nodeType({ type, enum: choices, const: constant, prefixItems, anyOf, properties }: JSONNode): string {
  if (choices !== undefined) return choices.map(spell).join(', ');
  if (constant !== undefined) return spell(constant);
  if (prefixItems !== undefined) return `${prefixItems.length} numbers`;
  if (anyOf !== undefined) return anyOf.map(nodeType).join(', ');
  if (type === 'array') return 'list';
  if (properties !== undefined && 'w' in properties) return 'pose: x, y, z, i, j, k, w';
  return plainTypes[type ?? ''] ?? 'any';
}

function spell(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
