import { useEffect } from 'react';
import { robots } from '../api/robots.ts';
import { useFlag } from '../api/use-flags.ts';

/** Applies the flag tapToStartSimulated to the presses of the page; off until the cell has answered. */
export function TapStart() {
  const isOn = useFlag('tapToStartSimulated');
  useEffect(() => {
    robots.allowTapStart(isOn);
    return () => robots.allowTapStart(false);
  }, [isOn]);
  return null;
}
