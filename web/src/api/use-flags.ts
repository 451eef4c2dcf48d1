import type { FlagName } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cell } from './cell.ts';
import { type FlagOverrides, flagOverrides, overrideOf } from './flags.ts';
import { useIsSignedIn } from './use-session.ts';

/** The flags of the cell, shared by everybody. */
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

/** Where a flag's value comes from. `shared` is undefined until the cell has said. */
export function useFlagSources(name: FlagName): {
  readonly override: boolean | undefined;
  readonly shared: boolean | undefined;
} {
  const { data } = useSharedFlags();
  return { override: overrideOf(name, useFlagOverrides()), shared: data?.[name] };
}

/** Whether a feature is on here; off until the cell has said. */
export function useFlag(name: FlagName): boolean {
  const { override, shared } = useFlagSources(name);
  return override ?? shared ?? false;
}

/** Whether features are on here, each by its name. */
export function useFlags(): (name: FlagName) => boolean {
  const overrides = useFlagOverrides();
  const { data } = useSharedFlags();
  return (name) => overrideOf(name, overrides) ?? data?.[name] ?? false;
}
