import type { Problem, Routine } from '@cellwright/domain';
import type { FieldDescription } from './describe-fields.ts';

/** The values of a form, or of a group in it, by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * New values of fields, by name; undefined takes one away. What changes `alongside`, or nothing where it is the routine as
 * it is, makes it one step of undo by itself; without it changes of one field in a row are undone together.
 */
export type ChangeFields = (changed: Values, alongside?: (routine: Routine) => Routine) => void;

export interface FieldProps {
  readonly field: FieldDescription;
  readonly value: unknown;
  /** The form's values, or those of the group around it: a field may depend on its neighbours. */
  readonly beside: Values;
  readonly problems: readonly Problem[];
  readonly fieldId: string;
  onChange(value: unknown): void;
}

/** Some fields of a form or of a group in it. */
export interface FieldListProps {
  readonly fields: readonly FieldDescription[];
  readonly values: Values;
  readonly problems: readonly Problem[];
  /** '' or 'group.' */
  readonly prefix: string;
  readonly onChange: ChangeFields;
}

/** What is wrong with a field, in a sentence. */
export function problemAt(problems: readonly Problem[], fieldId: string): string | undefined {
  return problems.find((problem) => problem.fieldId === fieldId)?.message;
}
