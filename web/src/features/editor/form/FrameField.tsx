import { planeOf } from '@cellwright/steps/framework';
import { useTranslation } from 'react-i18next';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { useEditor } from '../editor-context.ts';

/** Selects the axes of an offset: those of the base, the world, the tool if allowed, or a plane. */
export function FrameField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const fixed = field.control === 'frameOrTool' ? (['base', 'world', 'tool'] as const) : (['base', 'world'] as const);
  return (
    <IdSelect
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      choices={[
        ...fixed.map((id) => ({ id, name: t(`editor.frames.${id}`) })),
        ...spaceItems.filter((item) => planeOf(item) !== undefined),
      ]}
      value={typeof value === 'string' ? value : 'base'}
      onChange={onChange}
    />
  );
}
