import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { contractOf, describeEnds, isEquipmentKind } from '@cellwright/equipment/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { type FieldProps, problemAt } from '../../forms/field-props.ts';
import { useWrapperOrder } from '../../forms/form-look.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';

/** Select of a device for an end of a changer. */
export function ToolField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const inputWrapperOrder = useWrapperOrder();
  const chosen = typeof value === 'string' ? value : '';
  const { data } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const tools = (data?.items ?? []).filter(mayHangOnEnd).map(({ id, config }) => ({ id, name: config.name }));
  return (
    <IdSelect
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      choices={tools}
      none={t('box.noTool')}
      value={chosen}
      onChange={onChange}
    />
  );
}

/** True for a tool that is neither another changer nor the bare flange. */
function mayHangOnEnd({ config }: Pick<EquipmentRecord, 'config'>): boolean {
  if (!isEquipmentKind(config.kind)) return false;
  const { tool, isBareFlange = false } = contractOf(config.kind);
  return tool !== undefined && !isBareFlange && describeEnds(config).length === 0;
}
