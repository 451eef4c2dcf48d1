import type { Socket } from 'node:net';
import { ProductError } from '@cellwright/domain/basics';
import type { FastifyError, FastifyReply } from 'fastify';
import { envelopeText, sendError } from './envelope.ts';

/** Handles addresses that match no route because they cannot be parsed. */
export function answerUnreadableUrl(error: FastifyError, _request: unknown, reply: FastifyReply): void {
  const message =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? 'A part of the address is too long. An id can have at most 128 characters'
      : 'The address has a % without a valid character code';
  sendError(reply, new ProductError('request_failed_validation', message));
}

const tooLongHeaders =
  'The cookies and other headers of the request are too long. In a browser, delete the cookies of this host name and open the page again';

const unreadable: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', tooLongHeaders],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Send it again'],
};

/** Handles bytes that are not an HTTP request, and requests that never end. */
export function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = unreadable[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request'];
  if (!socket.writable) return void socket.destroy();
  // Does not wait for the client to close its end.
  socket.end(envelopeText(new ProductError('request_failed_validation', message), status), () => socket.destroySoon());
}
