import * as z from 'zod';
import { type AnyStepContract, type FieldControl, fieldMetaSchema } from './framework/index.ts';

/** One argument of a step kind as forms and documents show it; arguments within arguments have a dotted path. */
export interface ArgDescription {
  readonly path: string;
  /** Undefined when the contract forgot it, which the catalogue test refuses. */
  readonly label: string | undefined;
  readonly unit: string | undefined;
  readonly help: string | undefined;
  /** The form field, where the type alone does not tell it. */
  readonly control: FieldControl | undefined;
  /** 'number', 'yes or no', "'a', 'b'", 'expression', 'list', 'group'… */
  readonly type: string;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
}

const nodeSchema = z.looseObject({
  type: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return z.union([nodeSchema, z.boolean()]).optional();
  },
  get prefixItems() {
    return z.array(nodeSchema).optional();
  },
  get anyOf() {
    return z.array(nodeSchema).optional();
  },
});
type Node = z.output<typeof nodeSchema>;

/** The arguments of a step kind, in the order of its contract. */
export function describeArgs({ args }: Pick<AnyStepContract, 'args'>): ArgDescription[] {
  const root = nodeSchema.parse(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' }));
  return describeProperties(root, '');
}

function describeProperties(node: Node, prefix: string): ArgDescription[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isRequired = node.required?.includes(name) ?? false;
    return [describeProperty(path, property, isRequired), ...describeInside(path, property)];
  });
}

function describeProperty(path: string, property: Node, isRequired: boolean): ArgDescription {
  const meta = fieldMetaSchema.safeParse(property);
  const { label, unit, help, control } = meta.success ? meta.data : {};
  const type = control === undefined ? typeOf(property) : (controlTypes[control] ?? typeOf(property));
  return { path, label, unit, help, control, type, isRequired, defaultValue: property.default };
}

/** Arguments within a group or a list of groups; a pose or six joint angles are one value. */
function describeInside(path: string, property: Node): ArgDescription[] {
  if (isGroup(property)) return describeProperties(property, path);
  const { items } = property;
  return typeof items === 'object' && isGroup(items) ? describeProperties(items, `${path}[]`) : [];
}

function isGroup({ properties }: Node): boolean {
  const first = Object.values(properties ?? {})[0];
  return first !== undefined && fieldMetaSchema.safeParse(first).success;
}

const controlTypes: Readonly<Partial<Record<string, string>>> = {
  expression: 'expression',
  condition: 'condition',
  numberOrExpression: 'number or expression',
  variable: 'id of a variable',
  spaceItem: 'id of a space item',
  equipment: 'id of equipment',
};

const plainTypes: Readonly<Partial<Record<string, string>>> = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  string: 'text',
  object: 'group',
};

function typeOf({ type, enum: choices, const: constant, prefixItems, anyOf, properties }: Node): string {
  if (choices !== undefined) return choices.map(spell).join(', ');
  if (constant !== undefined) return spell(constant);
  if (prefixItems !== undefined) return `${prefixItems.length} numbers`;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', ');
  if (type === 'array') return 'list';
  if (properties !== undefined && 'w' in properties) return 'pose: x, y, z, i, j, k, w';
  return plainTypes[type ?? ''] ?? 'any';
}

function spell(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
