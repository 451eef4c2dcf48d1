import type { EquipmentLiveState, EquipmentRecord } from '@cellwright/domain/equipment';
import { useQueries, useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';
import { pollEvery } from './poll-every.ts';
import { liveStateQuery } from './use-live-state.ts';
import { useRobotKind } from './use-robot.ts';

/** Polling interval of the devices, ms. */
const refreshMS = 2000;

/** Enabled device and its live state. */
export interface DeviceState {
  readonly device: EquipmentRecord;
  /** Undefined until the first answer. */
  readonly live: EquipmentLiveState | undefined;
  readonly isPending: boolean;
  /** The last request failed. */
  readonly hasFailed: boolean;
}

/** Returns the enabled devices of the cell, kept up to date; undefined until they are listed. */
export function useDeviceStates(): {
  readonly states: readonly DeviceState[] | undefined;
  readonly error: Error | null;
} {
  const robotKind = useRobotKind();
  const listed = useQuery({
    queryKey: ['equipment', 'preflight'],
    queryFn: ({ signal }) => cell.equipment.find({ isEnabled: true, limit: 200 }, signal),
  });
  const devices = listed.data?.items ?? [];
  const states = useQueries({
    queries: devices.map(({ id }) => ({ ...liveStateQuery(id, robotKind), refetchInterval: pollEvery(refreshMS) })),
    combine: (answers) =>
      answers.flatMap(({ data, isPending, isError }, index): DeviceState[] => {
        const device = devices[index];
        return device ? [{ device, live: data, isPending, hasFailed: isError }] : [];
      }),
  });
  return { states: listed.data && states, error: listed.error };
}
