import type { EquipmentRecord } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { getLiveState } from './equipment.ts';
import { useRobotKind } from './use-robot.ts';

/** A device is asked again how it is after this time, ms. */
const refreshMS = 1000;

/** What an enabled device says of itself, kept fresh. */
export function useLiveState({ id, isEnabled }: Pick<EquipmentRecord, 'id' | 'isEnabled'>) {
  const robotKind = useRobotKind();
  return useQuery({
    queryKey: ['equipmentState', id, robotKind],
    queryFn: ({ signal }) => getLiveState(id, robotKind, signal),
    enabled: isEnabled,
    refetchInterval: refreshMS,
  });
}
