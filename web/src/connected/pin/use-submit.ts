import { type FormEvent, useState } from 'react';

/** Submits a form, one request at a time, and returns the error message of the cell. */
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
