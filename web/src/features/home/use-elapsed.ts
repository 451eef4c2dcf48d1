import { useEffect, useState } from 'react';

/** Seconds since a time of the cell, renewed while it counts. Clocks of the two machines may differ: never negative. */
export function useElapsed(since: string, isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, [isOn]);
  return Math.max(now - Date.parse(since), 0) / 1000;
}
