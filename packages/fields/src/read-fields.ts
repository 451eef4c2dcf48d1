import * as z from 'zod';
import { type JSONNode, jsonNodeSchema } from './json-node.ts';
import { type FieldControl, type FieldMeta, fieldMetaSchema } from './meta.ts';
import { typeText } from './type-text.ts';

export type FieldShape = 'number' | 'boolean' | 'text' | 'choice' | 'group' | 'list' | 'texts' | 'other';

/** A field of a schema for forms and documentation. Texts are English. */
export interface Field {
  /** Name inside the schema, or inside the group or list entry around it. */
  readonly name: string;
  /** Undefined for a field without a form control, such as the kind of a device. */
  readonly label: string | undefined;
  readonly unit: string | undefined;
  readonly help: string | undefined;
  readonly control: FieldControl | undefined;
  readonly accepts: string | undefined;
  readonly suggested: FieldMeta['suggested'];
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  readonly defaultValue: unknown;
  readonly shape: FieldShape;
  /** Type in words: 'number', 'yes or no', "'a', 'b'", 'expression', 'list', 'group'… */
  readonly type: string;
  readonly isWhole: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Maximum count of entries of a list. */
  readonly maxEntries: number | undefined;
  readonly choices: readonly string[];
  /** Fields of a group, or of each entry of a list. Empty when none of them has a label: a pose is one value. */
  readonly fields: readonly Field[];
}

const known = new WeakMap<z.ZodType, readonly Field[]>();

/** Returns the fields of an object schema in its order. A schema is read once. */
export function readFields(schema: z.ZodType): readonly Field[] {
  const read = known.get(schema);
  if (read) return read;
  const fields = fieldsIn(jsonNodeSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
  known.set(schema, fields);
  return fields;
}

function fieldsIn({ properties, required }: JSONNode): Field[] {
  return Object.entries(properties ?? {}).map(([name, node]) =>
    readField(name, node, required?.includes(name) ?? false),
  );
}

function readField(name: string, node: JSONNode, isRequired: boolean): Field {
  const meta = fieldMetaSchema.safeParse(node).data;
  const choices = (node.enum ?? []).filter((choice) => typeof choice === 'string');
  const fields = labelledFields(entryOf(node) ?? node);
  return {
    name,
    label: meta?.label,
    unit: meta?.unit,
    help: meta?.help,
    control: meta?.control,
    accepts: meta?.accepts,
    suggested: meta?.suggested,
    isSecret: meta?.isSecret ?? false,
    isRequired,
    defaultValue: node.default,
    shape: shapeOf(node, choices, fields),
    type: typeText(node, meta?.control),
    isWhole: node.type === 'integer',
    minimum: node.minimum,
    maximum: node.maximum,
    maxEntries: node.maxItems,
    choices,
    fields,
  };
}

function entryOf({ items }: JSONNode): JSONNode | undefined {
  return typeof items === 'object' ? items : undefined;
}

function labelledFields(node: JSONNode): Field[] {
  const fields = fieldsIn(node);
  return fields.some(({ label }) => label !== undefined) ? fields : [];
}

function shapeOf(node: JSONNode, choices: readonly string[], fields: readonly Field[]): FieldShape {
  if (choices.length > 0) return 'choice';
  if (node.type === 'number' || node.type === 'integer') return 'number';
  if (node.type === 'boolean') return 'boolean';
  if (node.type === 'string') return 'text';
  if (node.type === 'array' && entryOf(node)?.type === 'string') return 'texts';
  if (fields.length > 0) return node.type === 'array' ? 'list' : 'group';
  return 'other';
}
