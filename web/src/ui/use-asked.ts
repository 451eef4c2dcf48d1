import { useCallback, useEffect, useRef, useState } from 'react';

/** What the cell says of something, of a routine perhaps, as it was when somebody asked. */
export interface Asked<Report> {
  readonly isRunning: boolean;
  readonly report: Report | undefined;
  /** It has changed since. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** Asks about it as it is now; a question that is under way is dropped. */
  ask(): void;
}

interface Answered<Subject, Report> {
  readonly subject: Subject;
  readonly report?: Report;
  readonly error?: unknown;
}

/** @param question asks the cell; the same function each time. */
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
