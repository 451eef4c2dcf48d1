import { createId, stampFormat } from '@cellwright/domain/basics';
import { type AnyEquipmentKind, contractOf } from '@cellwright/equipment/contracts';
import type { FormField } from '../../forms/form-fields.ts';

/** A configuration that is being edited, valid or not. */
export type ConfigDraft = Readonly<Record<string, unknown>>;

export type CheckedDraft =
  | { readonly isValid: true; readonly config: { readonly kind: string; readonly name: string } }
  | { readonly isValid: false; readonly problems: Readonly<Record<string, string>> };

/** Returns the draft as a configuration, or the problem of each field by its path: `host`, `ports.0.name`. */
export function checkDraft(kind: AnyEquipmentKind, draft: ConfigDraft): CheckedDraft {
  const contract = contractOf(kind);
  const parsed = contract.config.safeParse({ ...draft, kind });
  if (parsed.success) return { isValid: true, config: stampFormat(contract, parsed.data) };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[path.join('.') || 'name'] ??= message;
  return { isValid: false, problems };
}

/** Returns a new entry of a list with the start value of each field; a name is the number of its place. */
export function newEntry({ fields, hasIDs }: FormField, place: number): ConfigDraft {
  const defaults = fields.map((field): [string, unknown] => [field.name, field.defaultValue ?? startOf(field, place)]);
  return { ...(hasIDs ? { id: createId('entry') } : {}), ...Object.fromEntries(defaults) };
}

function startOf({ name, shape, choices, minimum }: FormField, place: number): unknown {
  switch (shape) {
    case 'text':
      return name === 'name' ? String(place) : '';
    case 'choice':
      return choices[0]?.value;
    case 'number':
      return Math.max(minimum ?? 0, 0);
    case 'boolean':
      return false;
    case 'list':
    case 'texts':
      return [];
    case 'group':
    case 'other':
      return undefined;
  }
}
