import type { Problem } from '@cellwright/domain';
import type { FieldDescription } from './describe-fields.ts';

export interface FieldProps {
  readonly field: FieldDescription;
  readonly value: unknown;
  /** The form's values, or those of the group around it: a field may depend on its neighbours. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
  readonly fieldId: string;
  onChange(value: unknown): void;
}

/** What is wrong with a field, in a sentence. */
export function problemAt(problems: readonly Problem[], fieldId: string): string | undefined {
  return problems.find((problem) => problem.fieldId === fieldId)?.message;
}
