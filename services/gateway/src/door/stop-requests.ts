const stopPath =
  /^\/api\/v1\/(?:cell\/robots\/[^/?]{1,64}\/(?:stop|emergency-stop)|routine-editor\/stop|movement\/brakes\/emergency-stop)(?:\?|$)/;

/**
 * True if a request is a stop, judged only by its address: it begins before all waiting requests, and is never refused
 * for load.
 */
export function isStopRequest(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && stopPath.test(url ?? '');
}
