import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { useQuery } from '@tanstack/react-query';
import { getLiveState } from './equipment.ts';
import { pollEvery } from './poll-every.ts';
import { useRobotKind } from './use-robot.ts';

/** Polling interval of a device, ms. */
const refreshMS = 1000;

/** Query for the live state of a device, as seen by the robot of this kind. */
export const liveStateQuery = (id: string, robotKind: RobotKind) => ({
  queryKey: ['equipmentState', id, robotKind],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getLiveState(id, robotKind, signal),
});

/** Keeps the live state of an enabled device up to date. */
export function useLiveState({ id, isEnabled }: Pick<EquipmentRecord, 'id' | 'isEnabled'>) {
  const robotKind = useRobotKind();
  return useQuery({ ...liveStateQuery(id, robotKind), enabled: isEnabled, refetchInterval: pollEvery(refreshMS) });
}
