import { type FormEvent, useState } from 'react';

/** Sends a form: one at a time, and what was wrong in the cell's own words. */
export function useSubmit(send: () => Promise<string | undefined>) {
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting) return;
    setWaiting(true);
    setProblem(undefined);
    try {
      setProblem(await send());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWaiting(false);
    }
  };
  return { isWaiting, problem, submit };
}
