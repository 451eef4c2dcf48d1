import type { FieldControl } from '@cellwright/fields';
import type { ComponentType, ReactNode } from 'react';
import type { FormField } from './form-fields.ts';

/** Values of a form, or of a group in it, by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

/** A problem at a field; `fieldId` is its path, such as 'ports.0.name'. */
export interface FieldProblem {
  readonly fieldId?: string | undefined;
  readonly message: string;
  /** True if the document can be used anyway. */
  readonly isWarning?: boolean;
}

/** Props of a control of one field. */
export interface FieldProps {
  readonly field: FormField;
  readonly value: unknown;
  /** Values of the form, or of the group around the field, which may depend on its neighbours. */
  readonly beside: Values;
  readonly problems: readonly FieldProblem[];
  readonly fieldId: string;
  onChange(value: unknown): void;
}

/**
 * Changes values by the names of their fields; undefined removes one. `alongside` is another change that belongs to it,
 * of a type that the owner of the form chooses.
 */
export type ChangeFields<Along = never> = (changed: Values, alongside?: Along) => void;

/** Fields of a form, or of a group in it. */
export interface FieldListProps<Along = never> {
  readonly fields: readonly FormField[];
  readonly values: Values;
  readonly problems: readonly FieldProblem[];
  /** '' or 'group.' */
  readonly prefix: string;
  readonly form: FormSetup<Along>;
  readonly onChange: ChangeFields<Along>;
}

/** Parts that a form adds to the standard controls. */
export interface FormSetup<Along = never> {
  /** Controls by the name that a field gives, instead of the standard control of its type. */
  readonly controls: Readonly<Partial<Record<FieldControl, ComponentType<FieldProps>>>>;
  /** Control of secrets. */
  readonly Secret?: ComponentType<FieldProps>;
  /** Several fields that one control shows together. */
  readonly compound?: Compound<Along>;
  readonly list: ListSetup;
}

export interface Compound<Along> {
  /** True if the fields together are those of the control. */
  isIn(fields: readonly FormField[]): boolean;
  /** True if the field with this name is shown by the control. */
  has(name: string): boolean;
  readonly Control: ComponentType<FieldListProps<Along>>;
}

export interface ListSetup {
  /** Frame of an entry, with a button that removes it. */
  readonly Entry: ComponentType<EntryProps>;
  readonly AddLabel: ComponentType<{ readonly list: FormField }>;
  newEntry(list: FormField, place: number): Values;
}

export interface EntryProps {
  readonly list: FormField;
  /** 1 is the first entry. */
  readonly place: number;
  readonly problem: string | undefined;
  readonly children: ReactNode;
  onRemove(): void;
}

/** Returns the first error at a field. */
export function problemAt(problems: readonly FieldProblem[], fieldId: string): string | undefined {
  return problems.find((problem) => problem.fieldId === fieldId && problem.isWarning !== true)?.message;
}

/** Returns the values with some changed; undefined removes a value. */
export function withChanged(values: Values, changed: Values): Values {
  return Object.fromEntries(Object.entries({ ...values, ...changed }).filter(([, value]) => value !== undefined));
}
