import { safetyOutputsOf } from '@cellwright/domain';
import { capabilitiesOfConfig, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cell } from '../../../api/cell.ts';

const many = { limit: 1000 };

export type ShownCell = Omit<CellEnvironment, 'isFlagOn'>;

/** What the cell offers to a routine: its variables, space items, enabled devices and safety outputs. */
export function useCellEnvironment(): ShownCell {
  const { data: variables } = useQuery({
    queryKey: ['globalVariables'],
    queryFn: ({ signal }) => cell.globalVariables.find(many, signal),
  });
  const { data: space } = useQuery({
    queryKey: ['globalSpace', 'all'],
    queryFn: ({ signal }) => cell.globalSpace.find(many, signal),
  });
  const { data: devices } = useQuery({
    queryKey: ['equipment', 'enabled'],
    queryFn: ({ signal }) => cell.equipment.find({ ...many, isEnabled: true }, signal),
  });
  const { data: safety } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  return useMemo(
    () => ({
      globalVariables: variables?.items ?? [],
      spaceItems: space?.items ?? [],
      equipment: devices?.items.map(({ id, config }) => {
        const parsed = parseEquipmentConfig(config);
        const { kind, name } = config;
        return { id, kind, name, capabilities: parsed.isValid ? capabilitiesOfConfig(parsed.config) : [] };
      }),
      safetyOutputs: safety && safetyOutputsOf(safety),
    }),
    [variables, space, devices, safety],
  );
}
