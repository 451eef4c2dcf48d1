import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { useEditor } from '../editor-context.ts';
import { actionChoices } from './device-choices.ts';

/**
 * Selects an action of the device in `equipmentID`. A stored action that the device no longer has stays, with its
 * problem.
 */
export function ActionField({ field, value, beside, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { cell } = useEditor();
  const written = typeof value === 'string' ? value : '';
  const { choices, chosen } = actionChoices(cell.equipment, beside.equipmentID, written);
  return (
    <NativeSelect
      size="md"
      label={field.label}
      description={choices.length === 0 ? t('editor.noActions') : undefined}
      error={problemAt(problems, fieldId)}
      data={[{ value: '', label: t('editor.choose') }, ...choices]}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
