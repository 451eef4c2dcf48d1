import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useFlagSources } from '../api/use-flags.ts';

/** Lets the flag darkMode set the colours: dark when it is on; off for this browser is light, else as the device is set. */
export function DarkMode() {
  const { override, shared } = useFlagSources('darkMode');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = schemeOf(override, shared);
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}

/** Undefined while the cell has not said: the colours of the last visit stay. */
function schemeOf(override: boolean | undefined, shared: boolean | undefined): MantineColorScheme | undefined {
  if (override !== undefined) return override ? 'dark' : 'light';
  if (shared === undefined) return undefined;
  return shared ? 'dark' : 'auto';
}
