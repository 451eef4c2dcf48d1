import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Inside this plugin JSON bodies stay bytes: documents are parsed by the service that owns them, never here. An empty
 * body is an empty buffer.
 */
export function keepBodiesAsBytes(app: FastifyInstance): void {
  // Plain text, too, would become a body: what is not called JSON is refused by its name.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Inside this plugin bodies mean nothing: a stop is not refused because of what a client put around it. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Also one whose type cannot even be read.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
}

export function bodyBytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Sends `{ version, <name>: document }` without parsing the document. */
export function sendDocument(
  reply: FastifyReply,
  name: string,
  document: { json: Uint8Array; version: number } | undefined,
) {
  const json = Buffer.from(document?.json ?? []).toString('utf8') || 'null';
  return reply.type('application/json').send(`{"version":${document?.version ?? 0},"${name}":${json}}`);
}

/** Sends JSON text as it is. */
export function sendJsonText(reply: FastifyReply, json: Uint8Array) {
  return reply.type('application/json').send(Buffer.from(json));
}
