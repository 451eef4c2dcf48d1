import { ProductError } from '@cellwright/domain';
import type { FastifyReply } from 'fastify';

/** Aborts when the client that asked is gone before it was answered: nothing is worked on for it any longer. */
export function untilClientLeaves({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new ProductError('unavailable', 'The client left before it was answered'));
  });
  return leaving.signal;
}
