import { useTranslation } from 'react-i18next';
import { useSpaceItems } from '../../api/use-space-items.ts';
import { type FieldProps, problemAt } from '../../forms/field-props.ts';
import { useWrapperOrder } from '../../forms/form-look.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';

/** An environment object with a shape, by its name. */
export function SpaceField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const inputWrapperOrder = useWrapperOrder();
  const { data } = useSpaceItems();
  const spaces = (data?.items ?? []).filter((item) => item.kind === 'environmentObject' && item.shape !== undefined);
  return (
    <IdSelect
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      choices={spaces.map(({ id, name }) => ({ id, name }))}
      none={t('box.noSpace')}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  );
}
