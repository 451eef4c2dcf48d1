import type { Problem } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { useFlag } from '../../../api/use-flags.ts';
import { useEditor } from '../editor-context.ts';
import { describeFields, type FieldDescription } from './describe-fields.ts';
import type { Values } from './field-props.ts';
import { fieldsInUse } from './fields-in-use.ts';

/** The fields of a step's form; none of a kind that this build does not know. */
export function useFieldsInUse(
  stepKind: string,
  values: Values,
  problems: readonly Problem[],
): readonly FieldDescription[] {
  const { cell } = useEditor();
  const hasStopEarly = useFlag('stopEarlyIf');
  const hasLift = cell.equipment?.some(({ capabilities }) => capabilities.includes('lift')) ?? false;
  const contract = findStepContract(stepKind);
  if (!contract) return [];
  return fieldsInUse(stepKind, describeFields(contract), values, problems, { hasStopEarly, hasLift });
}
