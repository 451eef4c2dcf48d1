import type { IncomingHttpHeaders } from 'node:http';
import { ProductError } from '@cellwright/domain/basics';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { isStopRequest } from '../door/stop-requests.ts';
import { isSecure } from './session-cookie.ts';

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

function problemOf(request: FastifyRequest): string | undefined {
  const { headers, method, url } = request;
  if (safeMethods.has(method) || headers.cookie === undefined || headers.authorization !== undefined) return undefined;
  const isStop = isStopRequest(method, url);
  // Browsers send the origin of every such request; a stop without one is still a stop.
  if (!isOfOwnPage(request) && !(isStop && headers.origin === undefined))
    return 'A page of another origin is not allowed to do this. Open the page of this cell';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !isStop && !scriptContentType.test(headers['content-type'] ?? ''))
    return 'Send JSON, with the header content-type: application/json';
  return undefined;
}

/** Browsers send the origin with changes of a page; programs send none. */
export function isOfOwnPage(request: FastifyRequest): boolean {
  return isOwnOrigin(request.headers, isSecure(request));
}

/** True for a page of this host and port. Over TLS one of plain HTTP is foreign: anybody in the network can answer it. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, isTLS: boolean): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && !(isTLS && page.protocol === 'http:');
}

/** Compares only the host, for a page on any port: cookies ignore ports. */
export function isOwnHost(origin: string | undefined, host: string | undefined): origin is string {
  if (origin === undefined || !URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false;
  return new URL(origin).hostname === new URL(`http://${host}`).hostname;
}
