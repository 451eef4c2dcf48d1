import type { EquipmentRecord } from '@cellwright/domain';
import { contractOf, describeEnds, isEquipmentKind } from '@cellwright/equipment/contracts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { type FieldProps, problemAt } from '../../forms/field-props.ts';
import { useWrapperOrder } from '../../forms/form-look.ts';

/** A device that may hang on an end of a changer, by its name; a deleted device by its id. */
export function ToolField({ field, value, problems, fieldId, onChange }: FieldProps) {
  const { t } = useTranslation();
  const inputWrapperOrder = useWrapperOrder();
  const chosen = typeof value === 'string' ? value : '';
  const { data } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const tools = (data?.items ?? []).filter(mayHangOnEnd).map(({ id, config }) => ({ value: id, label: config.name }));
  const isKnown = chosen === '' || tools.some((tool) => tool.value === chosen);
  return (
    <NativeSelect
      size="md"
      label={field.label}
      description={field.help}
      error={problemAt(problems, fieldId)}
      {...(inputWrapperOrder && { inputWrapperOrder })}
      data={[{ value: '', label: t('box.noTool') }, ...tools, ...(isKnown ? [] : [{ value: chosen, label: chosen }])]}
      value={chosen}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** True for a tool that is neither another changer nor the bare flange. */
function mayHangOnEnd({ config }: Pick<EquipmentRecord, 'config'>): boolean {
  if (!isEquipmentKind(config.kind)) return false;
  const { tool, isBareFlange = false } = contractOf(config.kind);
  return tool !== undefined && !isBareFlange && describeEnds(config).length === 0;
}
