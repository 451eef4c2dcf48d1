import { errorTable, type ProductError } from '@cellwright/domain';
import type { FastifyReply } from 'fastify';

/** Every error is answered with `{ error, message, details? }`. */
export function sendError(reply: FastifyReply, { code, message, details }: ProductError): void {
  if (code === 'authorization_required') void reply.header('www-authenticate', 'Bearer');
  void reply.status(errorTable[code].http).send({ error: code, message, details });
}

/** An answer to bytes that never became a request. */
export function envelopeText({ code, message }: ProductError, status: string): string {
  const body = JSON.stringify({ error: code, message });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
