const answerWithinMS = 60_000;

/**
 * Sends a request that prepares the test.
 * @throws Error that names the request when it has no response within a minute.
 */
export async function ask(url: string, init: Omit<RequestInit, 'signal'>): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(answerWithinMS) });
  } catch (cause) {
    throw new Error(`${init.method ?? 'GET'} ${new URL(url).pathname} had no answer: ${String(cause)}`, { cause });
  }
}
