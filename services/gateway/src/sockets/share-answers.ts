/** Sends a request; returns JSON text that begins with the response's kind and the id of the request. */
type Ask<R> = (request: R) => Promise<string>;

/**
 * Combines equal requests, one at a time: those that arrive during a request share the next. No response is older than
 * its request, and however often a client asks, it costs the other side one response after the other.
 */
export function shareAnswers<R extends { readonly id: string }>(ask: Ask<R>): Ask<R> {
  let current: Promise<unknown> = Promise.resolve();
  let next: { readonly asked: R; readonly answer: Promise<string> } | undefined;
  return async (request) => {
    if (!next) {
      const answer = current.then(() => {
        next = undefined;
        return ask(request);
      });
      next = { asked: request, answer };
      // The waiting requests get the failure; the next one only waits for the end.
      current = answer.catch(() => undefined);
    }
    const { asked, answer } = next;
    return withID(await answer, asked.id, request.id);
  };
}

/** Returns the same response for another request; the id is at its front, so a large one is not parsed. */
function withID(text: string, former: string, id: string): string {
  if (former === id) return text;
  const head = headOf(former);
  return text.startsWith(head) ? headOf(id) + text.slice(head.length) : JSON.stringify({ ...JSON.parse(text), id });
}

function headOf(id: string): string {
  return JSON.stringify({ kind: 'response', id }).slice(0, -1);
}
