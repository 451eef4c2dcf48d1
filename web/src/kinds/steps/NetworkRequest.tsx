import { FieldList } from '../../forms/FieldList.tsx';
import type { FieldProblem, Values } from '../../forms/field-props.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: RequestForm };

/** Shows the fields of the chosen protocol. The values of the others are kept. */
function RequestForm(props: StepFormProps) {
  const { fields, values, problems } = props;
  return <FieldList {...props} fields={fields.filter(({ name }) => isOfProtocol(name, values, problems))} />;
}

const modbusFields = ['equipmentID', 'operation', 'registers'] as const;
const httpFields = [
  ...['method', 'url', 'headers', 'body', 'outputs', 'acceptAnyStatus', 'timeoutMS', 'simulatedAnswer'],
] as const;
const protocolByField: ReadonlyMap<string, string> = new Map([
  ...modbusFields.map((name) => [name, 'modbus'] as const),
  ...httpFields.map((name) => [name, 'http'] as const),
]);

/** True if a field belongs to all protocols, or to the chosen one. A field with a problem is always shown. */
export function isOfProtocol(name: string, values: Values, problems: readonly FieldProblem[]): boolean {
  const protocol = protocolByField.get(name);
  if (protocol === undefined || protocol === (values.requestKind ?? 'modbus')) return true;
  return problems.some(({ fieldId }) => fieldId?.split('.')[0] === name);
}
