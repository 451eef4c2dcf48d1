import type { Routine } from '@cellwright/domain';
import { useCallback, useEffect, useRef, useState } from 'react';

/** What the cell says of the routine as it was when somebody asked. */
export interface Asked<Report> {
  readonly isRunning: boolean;
  readonly report: Report | undefined;
  /** The routine has changed since. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** Asks about the routine as it is now; a question that is under way is dropped. */
  ask(): void;
}

interface Answered<Report> {
  readonly routine: Routine;
  readonly report?: Report;
  readonly error?: unknown;
}

/** @param question asks the cell; the same function each time. */
export function useAsked<Report>(
  routine: Routine,
  question: (routine: Routine, signal: AbortSignal) => Promise<Report>,
): Asked<Report> {
  const [answered, setAnswered] = useState<Answered<Report>>();
  const [isRunning, setRunning] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const ask = useCallback(() => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setRunning(true);
    const note = (result: Pick<Answered<Report>, 'report' | 'error'>) => {
      if (controller.signal.aborted) return;
      setAnswered({ routine, ...result });
      setRunning(false);
    };
    question(routine, controller.signal).then(
      (report) => note({ report }),
      (error: unknown) => note({ error }),
    );
  }, [routine, question]);
  const isOld = answered !== undefined && answered.routine !== routine;
  return { isRunning, report: answered?.report, isOld, error: answered?.error, ask };
}
