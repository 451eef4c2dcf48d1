/**
 * Carries out work with a signal that aborts with either of two. Nothing stays registered at them afterwards:
 * `AbortSignal.any` leaves an entry at each for as long as that signal exists, 60 bytes in Node.js 20.
 */
export async function withEither<T>(
  first: AbortSignal,
  second: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const joined = new AbortController();
  const leave = [first, second].map((signal) => {
    const onAbort = () => joined.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await work(joined.signal);
  } finally {
    for (const end of leave) end();
  }
}
