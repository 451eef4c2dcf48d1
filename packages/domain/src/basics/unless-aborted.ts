/**
 * Resolves with the outcome of a task, or with undefined when the signal aborts first. Nothing stays registered at the signal,
 * which may live much longer than the task.
 */
export function unlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) {
    // Its failure has no handler any more.
    task.catch(() => undefined);
    return Promise.resolve(undefined);
  }
  return new Promise<T | undefined>((resolve, reject) => {
    const onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    const leave = () => signal.removeEventListener('abort', onAbort);
    task.finally(leave).then(resolve, reject);
  });
}
