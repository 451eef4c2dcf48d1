import { flagNames } from '@cellwright/domain/cell';
import { safetyOutputsOf } from '@cellwright/domain/robot';
import {
  capabilitiesOfConfig,
  describeCapabilities,
  drivenPortsOf,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cell } from './cell.ts';
import { useSharedFlags } from './use-flags.ts';
import { useSpaceItems } from './use-space-items.ts';

const many = { limit: 1000 };

export const codeBlocksKey = ['codeBlocks'];

/**
 * Returns everything in the cell that a routine can use: variables, space items, enabled devices, safety outputs and
 * features.
 */
export function useCellEnvironment(): CellEnvironment {
  const { data: variables } = useQuery({
    queryKey: ['globalVariables'],
    queryFn: ({ signal }) => cell.globalVariables.find(many, signal),
  });
  const { data: space } = useSpaceItems();
  const { data: devices } = useQuery({
    queryKey: ['equipment', 'enabled'],
    queryFn: ({ signal }) => cell.equipment.find({ ...many, isEnabled: true }, signal),
  });
  const { data: blocks } = useQuery({
    queryKey: codeBlocksKey,
    queryFn: ({ signal }) => cell.codeBlocks.find(many, signal),
  });
  const { data: safety } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  const { data: flags } = useSharedFlags();
  return useMemo(
    () => ({
      globalVariables: variables?.items ?? [],
      spaceItems: space?.items ?? [],
      equipment: devices?.items.map(({ id, config }) => {
        const parsed = parseEquipmentConfig(config);
        const capabilities = parsed.isValid ? capabilitiesOfConfig(parsed.config) : [];
        const descriptions = describeCapabilities(config);
        const drivenPorts = drivenPortsOf(config);
        return { id, kind: config.kind, name: config.name, capabilities, descriptions, drivenPorts };
      }),
      codeBlocks: blocks?.items.map(({ id, name, source }) => ({ id, name, source })),
      safetyOutputs: safety && safetyOutputsOf(safety),
      // The library checks routines by the shared values, whatever this browser overrides.
      flagsOn: flagNames.filter((name) => flags?.[name]),
    }),
    [variables, space, devices, blocks, safety, flags],
  );
}
