import { errorTable, ProductError } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** Every error, also an unknown path, is answered with the envelope `{ error, message, details? }`. */
export function installErrorHandling(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toProductError(error);
    if (!known) log.error('a request failed unexpectedly', { method: request.method, url: request.url, error });
    sendError(
      reply,
      known ?? new ProductError('internal_server_error', 'Something went wrong; try again. If it stays, report it'),
    );
  });
  app.setNotFoundHandler((request, reply) => {
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

export function sendError(reply: FastifyReply, { code, message, details }: ProductError): void {
  void reply.status(errorTable[code].http).send({ error: code, message, details });
}

function toProductError(error: FastifyError): ProductError | undefined {
  if (error instanceof ProductError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const problems = error.validation.map(
      ({ instancePath, message }) => `${instancePath.slice(1) || 'request'}: ${message}`,
    );
    return new ProductError('request_failed_validation', problems.join('; '), { problems });
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ProductError('too_large', 'The body is larger than 8 MiB. Split the document');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ProductError('request_failed_validation', error.message);
  }
  return undefined;
}
