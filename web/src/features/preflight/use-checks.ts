import { isBlockingProblem } from '@cellwright/domain';
import { useQueries, useQuery } from '@tanstack/react-query';
import { cell } from '../../api/cell.ts';
import { getLiveState } from '../../api/equipment.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { type Check, checkCell } from './checks.ts';
import { validateVersion } from './validate-version.ts';

/** Devices are asked again how they are after this time, ms. */
const refreshMS = 2000;

/** The checks of the cell as it is now, and why one could not be made. */
export function useChecks(): { readonly checks: readonly Check[]; readonly error: Error | null } {
  const { state, isStale } = useRobot((status) => ({ state: status.state, isStale: status.isStale }));
  const robotKind = useRobotKind();
  const routine = state?.routine;
  const problems = useQuery({
    // Positions, devices and variables that a routine names change, too: none of it is kept for long.
    queryKey: ['routines', 'preflight', routine?.id, routine?.version],
    queryFn: ({ signal }) => validateVersion(cell, routine?.id ?? '', routine?.version ?? 0, signal),
    enabled: routine !== undefined && routine !== null,
    staleTime: 0,
  });
  const devices = useQuery({
    queryKey: ['equipment', 'preflight'],
    queryFn: ({ signal }) => cell.equipment.find({ isEnabled: true, limit: 200 }, signal),
  });
  const asked = devices.data?.items ?? [];
  const silentDevices = useQueries({
    queries: asked.map(({ id }) => ({
      queryKey: ['equipmentState', id, robotKind],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getLiveState(id, robotKind, signal),
      refetchInterval: refreshMS,
    })),
    combine: (states) =>
      states.some(({ isPending }) => isPending)
        ? undefined
        : asked.filter((_, index) => !states[index]?.data?.connected).map(({ config }) => config.name),
  });
  const checks = checkCell({
    state,
    isStale,
    problemCount: problems.data?.filter(isBlockingProblem).length,
    silentDevices: devices.data ? silentDevices : undefined,
  });
  return { checks, error: problems.error ?? devices.error };
}
