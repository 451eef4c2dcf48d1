/** Samples of a device, as an endless stream. */

/** Yields samples until the signal aborts or the last one was yielded; a slow reader gets the newest. */
export async function* newestSamples<Sample extends object>(
  follow: (listener: (sample: Sample) => void) => () => void,
  signal: AbortSignal,
  isLast: (sample: Sample) => boolean = () => false,
): AsyncGenerator<Sample> {
  let newest: Sample | undefined;
  let wake: () => void = () => undefined;
  const unfollow = follow((sample) => {
    newest = sample;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const next = newest;
      newest = undefined;
      if (next) {
        yield next;
        if (isLast(next)) return;
      } else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', onAbort);
  }
}
