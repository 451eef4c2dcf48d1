import { useEffect, useState } from 'react';
import { useRunner } from '../../api/use-robot.ts';

/** Seconds since a time of the cell, by the cell's clock; it counts while `isOn`, and stops while what is shown is old. */
export function useElapsed(since: string, isOn: boolean): number {
  const runner = useRunner();
  const [now, setNow] = useState(() => runner.shownAt());
  useEffect(() => {
    if (!isOn) return;
    setNow(runner.shownAt());
    const timer = setInterval(() => setNow(runner.shownAt()), 100);
    return () => clearInterval(timer);
  }, [isOn, runner]);
  return Math.max(now - Date.parse(since), 0) / 1000;
}
