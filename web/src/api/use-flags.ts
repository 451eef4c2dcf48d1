import type { FlagName } from '@cellwright/domain/cell';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cell } from './cell.ts';
import { type FlagOverrides, flagOverrides, overrideOf } from './flags.ts';
import { useIsSignedIn } from './use-session.ts';

/** Returns the shared flags of the cell. */
export function useSharedFlags() {
  const enabled = useIsSignedIn();
  return useQuery({
    queryKey: ['featureFlags'],
    queryFn: ({ signal }) => cell.featureFlags.get('1', { signal }),
    enabled,
  });
}

export function useFlagOverrides(): FlagOverrides {
  return useSyncExternalStore(flagOverrides.subscribe, () => flagOverrides.all);
}

/** Returns the sources of a flag's value. `shared` is undefined until the cell has answered. */
export function useFlagSources(name: FlagName): {
  readonly override: boolean | undefined;
  readonly shared: boolean | undefined;
} {
  const { data } = useSharedFlags();
  return { override: overrideOf(name, useFlagOverrides()), shared: data?.[name] };
}

/** True if a feature is on in this browser; false until the cell has answered. */
export function useFlag(name: FlagName): boolean {
  const { override, shared } = useFlagSources(name);
  return override ?? shared ?? false;
}

/** Returns a function that is true for the features that are on in this browser. */
export function useFlags(): (name: FlagName) => boolean {
  const overrides = useFlagOverrides();
  const { data } = useSharedFlags();
  return (name) => overrideOf(name, overrides) ?? data?.[name] ?? false;
}
