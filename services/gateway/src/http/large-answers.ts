import { Readable } from 'node:stream';
import { ProductError } from '@cellwright/domain/basics';
import type { FastifyInstance } from 'fastify';
import type { Connections } from '../door/connections.ts';

/** Minimum size from which responses are counted while clients read them. */
const countedBytes = 4096;
/** A larger response is sent in pieces of this size: each shows how fast its client reads. */
const pieceBytes = 16 * 1024;
/** Maximum of one response that is sent within a turn of the event loop. */
const turnBytes = 8 * pieceBytes;

/** Limits the memory of responses while slow clients read them. */
export function boundUnreadAnswers(app: FastifyInstance, connections: Connections): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // A character of JSON text has at most three bytes: short text needs no check.
    if (typeof payload === 'string' && 3 * payload.length < countedBytes) return done(null, payload);
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length < countedBytes || request.method === 'HEAD') return done(null, payload);
    const release = connections.reserveBytes(request.raw.socket, bytes.length);
    if (!release) {
      // The connection of a slow reader is not kept alive.
      reply.header('connection', 'close');
      return done(
        new ProductError('unavailable', 'Too many large responses are waiting for slow clients. Try again in a moment'),
      );
    }
    reply.raw.once('close', release);
    if (bytes.length <= pieceBytes) return done(null, bytes);
    reply.header('content-length', bytes.length);
    done(null, Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: pieceBytes }));
  });
}

/** A fast client would receive all pieces within one turn of the event loop: other clients get theirs in between. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    if (start > 0 && start % turnBytes === 0) await nextTurn();
    yield bytes.subarray(start, start + pieceBytes);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
