import { tcpsOf } from '@cellwright/steps/framework';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { useEditor } from '../editor-context.ts';

/** Chooses a TCP of the cell; a stored TCP that the cell does not have stays. */
export function TcpField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { cell } = useEditor();
  const chosen = typeof value === 'string' ? value : 'auto';
  const nameOf = (tcp: string) => {
    const end = /^ee-(\d+)$/.exec(tcp)?.[1];
    return end === undefined ? t(`editor.tcps.${tcp}`, tcp) : t('editor.tcps.end', { end });
  };
  return (
    <NativeSelect
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      data={[...new Set([...tcpsOf(cell.equipment ?? []), chosen])].map((tcp) => ({ value: tcp, label: nameOf(tcp) }))}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
