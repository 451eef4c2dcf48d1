import type { ServerResponse } from 'node:http';
import { errorTable, ProductError } from '@cellwright/domain/basics';
import { isRobotAPIPath, knownCodeOf } from '../domain/known-codes.ts';
import { securityHeaders } from '../http/security-headers.ts';

/** Response to a request that is refused for load, created once: a refusal costs next to nothing. */
export interface Refusal {
  send(response: ServerResponse, options: { retryAfterSeconds: number; thenClose: boolean }): void;
}

function createRefusal({ code, message }: ProductError): Refusal {
  const ours = Buffer.from(JSON.stringify({ error: code, message }));
  const known = Buffer.from(JSON.stringify({ error: knownCodeOf(code), message }));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  return {
    send(response, { retryAfterSeconds, thenClose }) {
      if (thenClose) response.shouldKeepAlive = false;
      const body = isRobotAPIPath(response.req.url) ? known : ours;
      const length = { 'content-length': String(body.length), 'retry-after': String(retryAfterSeconds) };
      response
        .writeHead(errorTable[code].http, { ...headers, ...length })
        .end(response.req.method === 'HEAD' ? undefined : body);
    },
  };
}

export const refusals = {
  tooManyConnections: createRefusal(
    new ProductError('unavailable', 'Too many clients are connected. Close some, or try again in a moment'),
  ),
  tooManyFromSource: createRefusal(
    new ProductError('rate_limited', 'Too many open connections from this address. Close or reuse some'),
  ),
  tooManyWaiting: createRefusal(
    new ProductError('rate_limited', 'Too many requests are pending on this connection. Wait for their responses'),
  ),
  tooManyOpen: createRefusal(
    new ProductError('rate_limited', 'Too many requests without a token from this address. Try again in a moment'),
  ),
} as const;
