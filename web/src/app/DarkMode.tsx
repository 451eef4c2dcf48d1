import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useFlagSources } from '../api/use-flags.ts';

/** Applies the flag darkMode: dark if it is on; light if this browser overrides it to off; else the device setting. */
export function DarkMode() {
  const { override, shared } = useFlagSources('darkMode');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = schemeOf(override, shared);
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}

/** Undefined until the cell has answered: the colours of the last visit stay. */
function schemeOf(override: boolean | undefined, shared: boolean | undefined): MantineColorScheme | undefined {
  if (override !== undefined) return override ? 'dark' : 'light';
  if (shared === undefined) return undefined;
  return shared ? 'dark' : 'auto';
}
