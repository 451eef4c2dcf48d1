import type { RunnerClient } from '@cellwright/client';
import { useEffect, useState } from 'react';
import { useRunner } from '../../api/use-robot.ts';

type StartOfRun = Parameters<RunnerClient['elapsedMS']>[0];

/** Returns the elapsed seconds of a run by the clock of the cell; they stop while the data is stale. */
export function useElapsed({ startedAt, startedSteadyMS }: StartOfRun): number {
  const runner = useRunner();
  const [elapsedMS, setElapsed] = useState(0);
  useEffect(() => {
    const read = () => setElapsed(runner.elapsedMS({ startedAt, startedSteadyMS }));
    read();
    const timer = setInterval(read, 100);
    return () => clearInterval(timer);
  }, [runner, startedAt, startedSteadyMS]);
  return elapsedMS / 1000;
}
