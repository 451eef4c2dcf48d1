import { type AnyContract, contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import { z } from 'zod';

/** One field of a configuration as a form asks for it. */
export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
  readonly help: string | undefined;
  readonly input: FieldInput;
  readonly defaultValue: unknown;
}

export type FieldInput =
  | { readonly kind: 'text' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | {
      readonly kind: 'number';
      readonly isWhole: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    };

const propertySchema = z.looseObject({
  type: z.string().optional(),
  label: z.string().optional(),
  unit: z.string().optional(),
  help: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Property = z.infer<typeof propertySchema>;
const formSchema = z.looseObject({ properties: z.record(z.string(), propertySchema) });

/** The fields of a kind, in the order of its contract; the kind itself is chosen, not asked for. */
export function listConfigFields(kind: EquipmentKind): ConfigField[] {
  return fieldsOf(contractOf(kind).config);
}

/** The fields of a schema whose fields carry `label`, `unit` and `help`. */
export function fieldsOf(schema: AnyContract['config']): ConfigField[] {
  const { properties } = formSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return Object.entries(properties).flatMap(([name, property]) => {
    const input = name === 'kind' ? undefined : inputOf(property);
    if (!input) return [];
    const { label = name, unit, help } = property;
    return [{ name, label, unit, help, input, defaultValue: property.default }];
  });
}

function inputOf({ type, enum: choices, minimum, maximum }: Property): FieldInput | undefined {
  if (choices) return { kind: 'choice', choices };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') return { kind: 'number', isWhole: type === 'integer', minimum, maximum };
  return type === 'string' ? { kind: 'text' } : undefined;
}

export type ConfigDraft = Readonly<Record<string, unknown>>;

export type CheckedDraft =
  | { readonly isValid: true; readonly config: { readonly kind: string; readonly name: string } }
  | { readonly isValid: false; readonly problems: Readonly<Record<string, string>> };

/** The draft as a configuration, or what is wrong with each field. */
export function checkDraft(kind: EquipmentKind, draft: ConfigDraft): CheckedDraft {
  const parsed = contractOf(kind).config.safeParse({ ...draft, kind });
  if (parsed.success) return { isValid: true, config: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0] ?? 'name')] ??= message;
  return { isValid: false, problems };
}
