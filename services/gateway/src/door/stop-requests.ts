const stopPath =
  /^\/api\/v1\/(?:cell\/robots\/[^/?]{1,64}\/(?:stop|emergency-stop)|routine-editor\/stop|movement\/brakes\/emergency-stop)(?:\?|$)/;

/** Whether a request is a stop, by its address alone: it is begun before whatever else waits, and never refused for load. */
export function isStopRequest(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && stopPath.test(url ?? '');
}
