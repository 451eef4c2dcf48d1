import { createId, stampFormat } from '@cellwright/domain';
import { type AnyContract, contractOf, type EquipmentKind } from '@cellwright/equipment/contracts';
import * as z from 'zod';

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
  /** Typed in and never shown. */
  | { readonly kind: 'secret' }
  /** The id of a device that hangs on a flange, or empty. */
  | { readonly kind: 'tool' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | {
      readonly kind: 'number';
      readonly isWhole: boolean;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
    }
  | {
      readonly kind: 'list';
      /** What is asked of each entry. */
      readonly fields: readonly ConfigField[];
      /** Entries are known by an id that nobody types. */
      readonly hasIDs: boolean;
      readonly maximum: number | undefined;
    };

const propertySchema = z.looseObject({
  type: z.string().optional(),
  label: z.string().optional(),
  unit: z.string().optional(),
  help: z.string().optional(),
  isSecret: z.boolean().optional(),
  control: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
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
  return listFields(properties, 'kind');
}

/** @param unasked the property that is not typed in. */
function listFields(properties: Readonly<Record<string, Property>>, unasked: string): ConfigField[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const input = name === unasked ? undefined : inputOf(property);
    if (!input) return [];
    const { label = name, unit, help } = property;
    return [{ name, label, unit, help, input, defaultValue: property.default }];
  });
}

function inputOf(property: Property): FieldInput | undefined {
  const { type, enum: choices, minimum, maximum } = property;
  if (choices) return { kind: 'choice', choices };
  if (property.control === 'tool') return { kind: 'tool' };
  if (type === 'array') return listInputOf(property);
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') return { kind: 'number', isWhole: type === 'integer', minimum, maximum };
  return type === 'string' ? { kind: property.isSecret === true ? 'secret' : 'text' } : undefined;
}

function listInputOf({ items, maxItems: maximum }: Property): FieldInput | undefined {
  const entry = formSchema.safeParse(items);
  if (!entry.success) return undefined;
  const { properties } = entry.data;
  return { kind: 'list', fields: listFields(properties, 'id'), hasIDs: 'id' in properties, maximum };
}

/** A new entry of a list: what its fields begin with, numbered like its place where it has a name. */
export function newEntry({ fields, hasIDs }: FieldInput & { kind: 'list' }, place: number): ConfigDraft {
  const defaults = fields.map(({ name, defaultValue, input }): [string, unknown] => [
    name,
    defaultValue ?? startOf(name, input, place),
  ]);
  return { ...(hasIDs ? { id: createId('entry') } : {}), ...Object.fromEntries(defaults) };
}

function startOf(name: string, input: FieldInput, place: number): unknown {
  switch (input.kind) {
    case 'secret':
      return '';
    case 'text':
      return name === 'name' ? String(place) : '';
    case 'tool':
      return '';
    case 'choice':
      return input.choices[0];
    case 'number':
      return Math.max(input.minimum ?? 0, 0);
    case 'switch':
      return false;
    case 'list':
      return [];
  }
}

export type ConfigDraft = Readonly<Record<string, unknown>>;

export type CheckedDraft =
  | { readonly isValid: true; readonly config: { readonly kind: string; readonly name: string } }
  | { readonly isValid: false; readonly problems: Readonly<Record<string, string>> };

/** The draft as a configuration, or what is wrong with each field, by its path: `host`, `ports.0.name`. */
export function checkDraft(kind: EquipmentKind, draft: ConfigDraft): CheckedDraft {
  const contract = contractOf(kind);
  const parsed = contract.config.safeParse({ ...draft, kind });
  if (parsed.success) return { isValid: true, config: stampFormat(contract, parsed.data) };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[path.join('.') || 'name'] ??= message;
  return { isValid: false, problems };
}

/** The problems of a field with parts: '' for one of its own. */
export function problemsBelow(problems: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]): [string, string][] => {
      if (path === name) return [['', message]];
      return path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), message]] : [];
    }),
  );
}
