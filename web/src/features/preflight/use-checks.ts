import { isBlockingProblem } from '@cellwright/domain/routine';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../api/cell.ts';
import { useDeviceStates } from '../../api/use-device-states.ts';
import { useRobot } from '../../api/use-robot.ts';
import { type Check, checkCell } from './checks.ts';
import { validateVersion } from './validate-version.ts';

/** Returns the present checks of the cell, and the error if one could not be made. */
export function useChecks(): { readonly checks: readonly Check[]; readonly error: Error | null } {
  const { state, isStale } = useRobot((status) => ({ state: status.state, isStale: status.isStale }));
  const { states, error } = useDeviceStates();
  const routine = state?.routine;
  const problems = useQuery({
    // Positions, devices and variables that a routine names change, too: the result is not cached for long.
    queryKey: ['routines', 'preflight', routine?.id, routine?.version],
    queryFn: ({ signal }) => validateVersion(cell, routine?.id ?? '', routine?.version ?? 0, signal),
    enabled: routine !== undefined && routine !== null,
    staleTime: 0,
  });
  const isAsking = states?.some(({ isPending }) => isPending) ?? true;
  const silentDevices = states?.filter(({ live }) => !live?.connected).map(({ device }) => device.config.name);
  const checks = checkCell({
    state,
    isStale,
    problemCount: problems.data?.filter(isBlockingProblem).length,
    silentDevices: isAsking ? undefined : silentDevices,
  });
  return { checks, error: problems.error ?? error };
}
