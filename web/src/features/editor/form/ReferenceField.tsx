import { useTranslation } from 'react-i18next';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { useEditor } from '../editor-context.ts';
import { devicesFor, meaningOfEmpty, spaceItemsFor } from './reference-choices.ts';

/** Chooses a variable, a space item, a device or a code block by name. */
export function ReferenceField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { session, spaceItems, cell } = useEditor();
  const reference = { accepts: field.accepts, value };
  const choices = {
    variable: [...session.routine.environmentVariables, ...cell.globalVariables],
    spaceItem: spaceItemsFor(reference, spaceItems),
    equipment: devicesFor(reference, cell.equipment ?? []),
    codeBlock: cell.codeBlocks ?? [],
  }[listOf(field.control)];
  const problem = problemAt(problems, fieldId);
  const empty = meaningOfEmpty({ isDevice: field.control === 'equipment', problem, choices });
  const isNamed = empty.means === 'automatic' && empty.name !== undefined;
  return (
    <IdSelect
      label={field.label}
      description={field.help}
      error={problem}
      choices={choices}
      none={isNamed ? t('editor.automaticDevice', { name: empty.name }) : t(`editor.${empty.means}`)}
      value={typeof value === 'string' ? value : ''}
      onChange={(id) => onChange(id || undefined)}
    />
  );
}

function listOf(control: FieldProps['field']['control']): 'variable' | 'equipment' | 'codeBlock' | 'spaceItem' {
  return control === 'variable' || control === 'equipment' || control === 'codeBlock' ? control : 'spaceItem';
}
