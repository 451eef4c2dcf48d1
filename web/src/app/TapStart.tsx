import { useEffect } from 'react';
import { tapStart } from '../api/tap-start.ts';
import { useFlag } from '../api/use-flags.ts';

/** Applies the flag tapToStartSimulated to the presses of the page; off until the cell has answered. */
export function TapStart() {
  const isOn = useFlag('tapToStartSimulated');
  useEffect(() => {
    tapStart.allow(isOn);
    return () => tapStart.allow(false);
  }, [isOn]);
  return null;
}
