import type { IncomingMessage } from 'node:http';
import { ProductError, startOfText } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { sendError } from './envelope.ts';

/**
 * Maximum that is read, and dropped, of a body that is too large: a client reads the response only after it has
 * finished sending.
 */
const maxDrain = { bytes: 64 * 1024 * 1024, ms: 5000 };

/** Maximum length of a problem's text, which may contain input. */
const maxProblemLength = 500;

/** Handles an address without a route if possible; false to send the error envelope. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Sends every error, including an unknown path, in the envelope `{ error, message, details? }`. */
export function installErrorHandling(app: FastifyInstance, log: Logger, fallback: Fallback = () => false): void {
  answerErrors(app, log, (_request, reply, error) => sendError(reply, error));
  app.setNotFoundHandler((request, reply) => {
    if (fallback(request, reply)) return;
    const path = request.url.split('?')[0] ?? '';
    sendError(
      reply,
      new ProductError(
        'not_found',
        `${request.method} ${startOfText(path, 200)} does not exist. See / for a list of routes`,
      ),
    );
  });
}

/** Sends an error response. */
export type SendError = (request: FastifyRequest, reply: FastifyReply, error: ProductError) => void;

/** Sends error responses of this scope; logs unexpected errors. */
export function answerErrors(app: FastifyInstance, log: Logger, send: SendError): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = describeCutOff(request.raw, error) ?? toProductError(error);
    if (known === cutOff) log.warn('an upload was cut off', { method: request.method, url: request.url });
    if (!known) log.error('a request failed unexpectedly', { method: request.method, url: request.url, error });
    if (known?.code === 'too_large') await drain(request.raw);
    send(
      request,
      reply,
      known ??
        new ProductError('internal_server_error', 'Something went wrong. Try again, and report it if it persists'),
    );
    // A large response is sent in pieces: without this the framework sends an empty one before the first.
    return reply;
  });
}

/** The client has gone: the text is for the log of refusals. */
const cutOff = new ProductError('request_failed_validation', 'The upload was cut off before its end. Send it again');

/** Describes a request whose connection ended before its body did: too slow, or aborted by its client. */
function describeCutOff({ complete, destroyed }: IncomingMessage, { code }: FastifyError): ProductError | undefined {
  return code === 'ECONNRESET' && destroyed && !complete ? cutOff : undefined;
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = maxDrain.bytes;
    const timer = setTimeout(done, maxDrain.ms);
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

/** Returns the error for a refused request; undefined for an unexpected failure. */
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
    return new ProductError('too_large', 'The body of this request is too large. Send less data per request');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ProductError('request_failed_validation', 'Send JSON, with the header content-type: application/json');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProductError('request_failed_validation', wordsFor(error));
  }
  return undefined;
}

/** Describes a refusal of the framework in words of the product. */
function wordsFor({ code, message }: FastifyError): string {
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty. Send a JSON object';
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || /JSON/.test(message)) {
    return 'The body is not valid JSON. Send one JSON object';
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return 'The body does not match its content-length header. Send it again';
  }
  return 'This request cannot be read. Check its address, headers and body';
}

/** Shortens input of the client in an error text. */
function clip(problem: string): string {
  return problem.length > maxProblemLength ? `${startOfText(problem, maxProblemLength)}…` : problem;
}
