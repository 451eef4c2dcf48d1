import { ProductError } from '@cellwright/domain/basics';
import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client disconnects before its response: work for it then ends. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished)
      leaving.abort(new ProductError('unavailable', 'The client disconnected before the response'));
  });
  return leaving.signal;
}
