import type { EquipmentRecord } from '@cellwright/domain';
import { contractOf, describeEnds, isEquipmentKind } from '@cellwright/equipment/contracts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';

interface ToolSelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** The id of a device; empty for none. */
  readonly value: string;
  onChange(id: string): void;
}

/** A device that may hang on an end of a changer, by its name; one that is gone meanwhile by its id. */
export function ToolSelect({ value, onChange, ...shared }: ToolSelectProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const tools = (data?.items ?? []).filter(mayHangOnEnd).map(({ id, config }) => ({ value: id, label: config.name }));
  const isKnown = value === '' || tools.some((tool) => tool.value === value);
  return (
    <NativeSelect
      {...shared}
      data={[{ value: '', label: t('box.noTool') }, ...tools, ...(isKnown ? [] : [{ value, label: value }])]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A tool, but neither another changer nor what stands for no tool at all. */
function mayHangOnEnd({ config }: Pick<EquipmentRecord, 'config'>): boolean {
  if (!isEquipmentKind(config.kind)) return false;
  const { tool, isBareFlange = false } = contractOf(config.kind);
  return tool !== undefined && !isBareFlange && describeEnds(config).length === 0;
}
