import { FieldList } from '../../forms/FieldList.tsx';
import type { StepFormProps, StepUI } from '../step-ui.ts';

/** The UI of a step kind that the tests define: it shows one generated field and one part of its own. */
export const ui: StepUI = { Form: PolishForm };

function PolishForm(props: StepFormProps) {
  return (
    <>
      <FieldList {...props} fields={props.fields.filter(({ name }) => name === 'passes')} />
      <p>Path on the part</p>
    </>
  );
}
