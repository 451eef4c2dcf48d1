import { readFields } from '@cellwright/fields';
import { findStepContract } from '@cellwright/steps/contracts';
import { stepFieldText } from '../../../i18n/contract-text.ts';

/**
 * Returns the label of a field of a step, with its place in a list: 'Outputs 2, Port'. Undefined for what the form does
 * not show.
 */
export function nameField(stepKind: string, fieldId: string): string | undefined {
  const contract = findStepContract(stepKind);
  if (!contract) return undefined;
  const labels: string[] = [];
  let fields = readFields(contract.args);
  let path = '';
  for (const part of fieldId.split('.')) {
    if (/^\d+$/.test(part)) {
      path += '[]';
      labels.push(`${labels.pop() ?? ''} ${Number(part) + 1}`);
      continue;
    }
    const field = fields.find(({ name }) => name === part);
    if (field?.label === undefined) break;
    path = path === '' ? part : `${path}.${part}`;
    labels.push(stepFieldText(stepKind, path, ['label']) ?? field.label);
    fields = field.fields;
  }
  return labels.length === 0 ? undefined : labels.join(', ');
}
