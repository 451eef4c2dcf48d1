import { type AnyStepContract, type FieldControl, fieldMetaSchema } from '@cellwright/steps/framework';
import i18next from 'i18next';
import * as z from 'zod';
import { contractText } from '../../../i18n/contract-text.ts';

/** One field of a form, as a step's contract describes it, in the language of the page. */
export interface FieldDescription {
  /** Inside the arguments, or inside the group around it. */
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  readonly help: string | undefined;
  readonly control: FieldControl | undefined;
  readonly suggested: string | number | boolean | undefined;
  readonly defaultValue: unknown;
  readonly shape: 'number' | 'boolean' | 'text' | 'choice' | 'group' | 'list' | 'texts' | 'other';
  readonly choices: readonly string[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Of a group, or of each entry of a list. */
  readonly fields: readonly FieldDescription[];
}

const nodeSchema = z.looseObject({
  type: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return z.union([nodeSchema, z.boolean()]).optional();
  },
});
type Node = z.output<typeof nodeSchema>;

/** By language and kind. */
const known = new Map<string, readonly FieldDescription[]>();

/** The fields of a step kind in the order of its contract. */
export function describeFields({ kind, args }: Pick<AnyStepContract, 'kind' | 'args'>): readonly FieldDescription[] {
  const key = `${i18next.language} ${kind}`;
  let fields = known.get(key);
  if (!fields) {
    fields = fieldsOf(nodeSchema.parse(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' })));
    known.set(key, fields);
  }
  return fields;
}

function fieldsOf({ properties }: Node): FieldDescription[] {
  return Object.entries(properties ?? {}).flatMap(([name, node]) => {
    const meta = fieldMetaSchema.safeParse(node);
    if (!meta.success) return [];
    const { unit, control, suggested } = meta.data;
    const label = contractText(meta.data.label);
    const help = meta.data.help && contractText(meta.data.help);
    const entry = typeof node.items === 'object' ? node.items : undefined;
    const inside = fieldsOf(entry ?? node);
    const choices = (node.enum ?? []).filter((choice) => typeof choice === 'string');
    const { minimum, maximum, default: defaultValue } = node;
    const shape = shapeOf(node, choices, inside);
    return [
      { name, label, unit, help, control, suggested, defaultValue, shape, choices, minimum, maximum, fields: inside },
    ];
  });
}

function shapeOf(
  { type, items }: Node,
  choices: readonly string[],
  inside: readonly FieldDescription[],
): FieldDescription['shape'] {
  if (choices.length > 0) return 'choice';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'string') return 'text';
  if (type === 'array' && typeof items === 'object' && items.type === 'string') return 'texts';
  if (inside.length > 0) return type === 'array' ? 'list' : 'group';
  return 'other';
}
