import type { IncomingMessage } from 'node:http';
import { ProductError } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { sendError } from './envelope.ts';

/** What is read, and thrown away, of a body that is too large: a client hears an answer only when it has finished sending. */
const longestDrain = { bytes: 64 * 1024 * 1024, ms: 5000 };

/** A problem names what is wrong, which may be very long. */
const longestProblem = 500;

/** Answers an address without a route, when it knows what to; false leaves it to the envelope. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Every error, also an unknown path, is answered with the envelope `{ error, message, details? }`. */
export function installErrorHandling(app: FastifyInstance, log: Logger, fallback: Fallback = () => false): void {
  answerErrors(app, log, (_request, reply, error) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) => {
    if (fallback(request, reply)) return;
    const path = request.url.split('?')[0] ?? '';
    sendError(
      reply,
      new ProductError(
        'not_found',
        `There is nothing at ${request.method} ${path.slice(0, 200)}. See / for what there is`,
      ),
    );
  });
}

/** Sends an error response. */
export type SendError = (request: FastifyRequest, reply: FastifyReply, error: ProductError) => void;

/** Answers what is thrown in this scope; what nobody foresaw is logged. */
export function answerErrors(app: FastifyInstance, log: Logger, send: SendError): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = describeCutOff(request.raw, error) ?? toProductError(error);
    if (known === cutOff) log.warn('an upload was cut off', { method: request.method, url: request.url });
    if (!known) log.error('a request failed unexpectedly', { method: request.method, url: request.url, error });
    if (known?.code === 'too_large') await drain(request.raw);
    send(
      request,
      reply,
      known ?? new ProductError('internal_server_error', 'Something went wrong; try again. If it stays, report it'),
    );
    // A large answer goes out in pieces: without this the framework sends an empty one before the first.
    return reply;
  });
}

/** Its sender has gone: the words are for the log of refusals. */
const cutOff = new ProductError('request_failed_validation', 'The upload was cut off before its end. Send it again');

/** What remains of a request whose connection ended before its body did: too slow, or given up by its sender. */
function describeCutOff({ complete, destroyed }: IncomingMessage, { code }: FastifyError): ProductError | undefined {
  return code === 'ECONNRESET' && destroyed && !complete ? cutOff : undefined;
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = longestDrain.bytes;
    const timer = setTimeout(done, longestDrain.ms);
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    function done() {
      clearTimeout(timer);
      request.off('data', take).off('end', done).off('close', done).off('error', done);
      resolve();
    }
    if (request.readableEnded || request.destroyed) done();
    else request.on('data', take).on('end', done).on('close', done).on('error', done).resume();
  });
}

/** What a request is refused with; undefined when something broke. */
export function toProductError(error: FastifyError): ProductError | undefined {
  if (error instanceof ProductError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const texts = error.validation.map(({ instancePath, message }) =>
      clip(`${instancePath.slice(1) || 'request'}: ${message}`),
    );
    const problems = error.validation.map(({ instancePath, message = '' }) => ({
      kind: 'invalidConfiguration',
      message: clip(message),
      ...(instancePath.length > 1 && { fieldId: clip(instancePath.slice(1).replaceAll('/', '.')) }),
    }));
    return new ProductError('request_failed_validation', texts.join('; '), { problems });
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ProductError('too_large', 'The body of this request is too large. Send less at a time');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ProductError('request_failed_validation', 'Send JSON, with the header content-type: application/json');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProductError('request_failed_validation', wordsFor(error));
  }
  return undefined;
}

/** Describes what the framework refuses, in words of the product. */
function wordsFor({ code, message }: FastifyError): string {
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty. Send a JSON object';
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || /JSON/.test(message)) {
    return 'The body is not valid JSON. Send one JSON object';
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return 'The body is not as long as its header content-length says. Send it again';
  }
  return 'This request cannot be read. Check its address, headers and body';
}

/** What a client sent is not told back to it whole. */
function clip(problem: string): string {
  return problem.length > longestProblem ? `${problem.slice(0, longestProblem)}…` : problem;
}
