import { detailsWithSource, type ErrorCode, errorTable, type ProductError } from '@cellwright/domain/basics';
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { securityHeaders } from './security-headers.ts';

const waitSchema = z.object({ retryAfterSeconds: z.number() });
const retryLater: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'unavailable', 'service_initializing']);

/** Sends an error as `{ error, message, details? }`. */
export function sendError(reply: FastifyReply, { code, message, details }: ProductError): void {
  if (code === 'authorization_required') void reply.header('www-authenticate', 'Bearer');
  if (retryLater.has(code))
    void reply.header('retry-after', waitSchema.safeParse(details).data?.retryAfterSeconds ?? 1);
  void reply.status(errorTable[code].http).send({ error: code, message, details: detailsWithSource(message, details) });
}

/** Returns the response to bytes that never became a request. */
export function envelopeText({ code, message }: ProductError, status: string): string {
  const body = JSON.stringify({ error: code, message });
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
