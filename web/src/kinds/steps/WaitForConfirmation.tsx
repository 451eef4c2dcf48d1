import { FieldList } from '../../forms/FieldList.tsx';
import type { FieldProblem, Values } from '../../forms/field-props.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: QuestionForm };

/** Shows the fields that the chosen kind of answer uses. The values of the others are kept. */
function QuestionForm(props: StepFormProps) {
  const { fields, values, problems } = props;
  return <FieldList {...props} fields={fields.filter(({ name }) => isInUse(name, values, problems))} />;
}

/** Fields that only one kind of answer uses. */
const modeByField: ReadonlyMap<string, string> = new Map([
  ['choices', 'choice'],
  ['required', 'freeform'],
]);

/** True if the chosen kind of answer uses a field. A field with a problem is always shown. */
export function isInUse(name: string, values: Values, problems: readonly FieldProblem[]): boolean {
  const mode = modeByField.get(name);
  if (mode === undefined || mode === (values.mode ?? 'confirm')) return true;
  return problems.some(({ fieldId }) => fieldId?.split('.')[0] === name);
}
