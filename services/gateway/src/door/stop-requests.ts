const stopPath =
  /^\/api\/v1\/(?:cell\/robots\/[^/?]{1,64}\/(?:stop|emergency-stop)|routine-editor\/stop|movement\/brakes\/emergency-stop)(?:\?|$)/;

/**
 * True if a request is a stop, by its address alone: it begins before everything that waits, and is never refused for
 * load.
 */
export function isStopRequest(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && stopPath.test(url ?? '');
}
