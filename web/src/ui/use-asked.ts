import { useCallback, useEffect, useRef, useState } from 'react';

/** Report of the cell about a subject, such as a routine, at the time of the request. */
export interface Asked<Report> {
  readonly isRunning: boolean;
  readonly report: Report | undefined;
  /** True if the subject has changed since. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** Requests a report on the present state; a pending request is dropped. */
  ask(): void;
}

interface Answered<Subject, Report> {
  readonly subject: Subject;
  readonly report?: Report;
  readonly error?: unknown;
}

/** @param question sends the request; the same function each time. */
export function useAsked<Subject, Report>(
  subject: Subject,
  question: (subject: Subject, signal: AbortSignal) => Promise<Report>,
): Asked<Report> {
  const [answered, setAnswered] = useState<Answered<Subject, Report>>();
  const [isRunning, setRunning] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const ask = useCallback(() => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setRunning(true);
    const note = (result: Pick<Answered<Subject, Report>, 'report' | 'error'>) => {
      if (controller.signal.aborted) return;
      setAnswered({ subject, ...result });
      setRunning(false);
    };
    question(subject, controller.signal).then(
      (report) => note({ report }),
      (error: unknown) => note({ error }),
    );
  }, [subject, question]);
  const isOld = answered !== undefined && answered.subject !== subject;
  return { isRunning, report: answered?.report, isOld, error: answered?.error, ask };
}
