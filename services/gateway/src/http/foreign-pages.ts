import { ProductError } from '@cellwright/domain/basics';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isStopRequest } from '../door/stop-requests.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Content types that no HTML form can send: JSON, and files such as meshes. */
const scriptContentType = /^(application\/(([\w.-]+\+)?json|octet-stream)|model\/[\w.+-]+)(\s*;|\s*$)/i;

/**
 * Refuses a change that a page of another origin may have sent: a browser adds its cookie to such requests as well. A
 * change by cookie must come from this origin and have a content type that no form sends. A token in a header is proof
 * enough.
 */
export function refuseForeignPages(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const problem = problemOf(request);
  done(problem === undefined ? undefined : new ProductError('forbidden', problem));
}

function problemOf({ headers, method, url }: FastifyRequest): string | undefined {
  if (safeMethods.has(method) || headers.cookie === undefined || headers.authorization !== undefined) return undefined;
  const isStop = isStopRequest(method, url);
  // Browsers send the origin of every such request; a stop without one is still a stop.
  if (!isOwnOrigin(headers.origin, headers.host) && !(isStop && headers.origin === undefined))
    return 'A page of another origin is not allowed to do this. Open the page of this cell';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !isStop && !scriptContentType.test(headers['content-type'] ?? ''))
    return 'Send JSON, with the header content-type: application/json';
  return undefined;
}

/** Browsers send the origin with changes of a page; programs send none. */
export function isOfOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return isOwnOrigin(headers.origin, headers.host);
}

export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** Compares only the host, for a page on any port: cookies ignore ports. */
export function isOwnHost(origin: string | undefined, host: string | undefined): origin is string {
  if (origin === undefined || !URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false;
  return new URL(origin).hostname === new URL(`http://${host}`).hostname;
}
