import { ProductError } from '@cellwright/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isStopRequest } from '../door/stop-requests.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends its cookie also with what a page of another origin asks: what changes something by a cookie must come
 * from this origin, and as JSON, which no form sends. A token in a header is proof enough.
 */
export function refuseForeignPages(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const problem = problemOf(request);
  done(problem === undefined ? undefined : new ProductError('forbidden', problem));
}

function problemOf({ headers, method, url }: FastifyRequest): string | undefined {
  if (safeMethods.has(method) || headers.cookie === undefined || headers.authorization !== undefined) return undefined;
  const isStop = isStopRequest(method, url);
  // A browser names the origin of every such request; a stop without one is still a stop.
  if (!isOwnOrigin(headers.origin, headers.host) && !(isStop && headers.origin === undefined))
    return 'A page of another origin may not do this; open the page of this cell';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !isStop && !/^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
    return 'Send JSON, with the header content-type: application/json';
  return undefined;
}

/** A browser names the origin of what a page changes by; programs name none. */
export function isOfOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return isOwnOrigin(headers.origin, headers.host);
}

export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
