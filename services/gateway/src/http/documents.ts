import type { IncomingMessage } from 'node:http';
import {
  createDepthWatch,
  maxDocumentBytes,
  maxJsonDepth,
  nestsDeeperThan,
  ProductError,
} from '@cellwright/domain/basics';
import { findRepeatedProblems } from '@cellwright/domain/routine';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readEncodedForm, readForm } from './form-body.ts';

/** Maximum of bodies that are parsed here; documents stay bytes. */
const maxParsedBytes = 1024 * 1024;
const maxParsedDepth = 64;

/** Parses JSON bodies for routes that read them here: small, flat, and without prototype pollution. */
export function parseSmallBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxParsedBytes },
    (request, body, done) => {
      if (nestsDeeperThan(Buffer.from(body), maxParsedDepth)) done(tooDeep(maxParsedDepth));
      else
        parse(request, String(body), (error, value) =>
          done(error ?? explainRepeated(value, String(body)) ?? null, value),
        );
    },
  );
}

/**
 * Parses bodies for client programs, which send the JSON content type even with an empty body; `tidy` normalises it.
 */
export function parseProgramBodies(app: FastifyInstance, tidy: (value: unknown) => unknown): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  // Any content type: some of these programs send none.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxParsedBytes }, (request, body, done) => {
    const text = String(body).replace(/^\uFEFF/, '');
    if (text.trim() === '') done(null, undefined);
    else if (nestsDeeperThan(Buffer.from(text), maxParsedDepth)) done(tooDeep(maxParsedDepth));
    else {
      const form = readForm(text) ?? readEncodedForm(request.headers['content-type'], text);
      if (form) done(null, tidy(form));
      else
        parse(request, text, (error, value) =>
          error ? done(noJSON) : done(explainRepeated(value, text) ?? null, tidy(value)),
        );
    }
  });
}

/** Returns the error for JSON with a field twice in one object: which of them the client means is unknown. */
function explainRepeated(value: unknown, text: string): ProductError | undefined {
  const [problem] = findRepeatedProblems(value, text);
  return problem && new ProductError('request_failed_validation', problem.message, { problems: [problem] });
}

const noJSON = new ProductError('request_failed_validation', 'The body is not valid JSON. Send one JSON object');

function tooDeep(limit: number): ProductError {
  return new ProductError('too_large', `This JSON can be nested at most ${limit} levels deep. Flatten it`);
}

/**
 * Keeps JSON bodies as bytes inside this plugin: documents are parsed by the service that owns them, never here. An
 * empty body is an empty buffer.
 */
export function keepBodiesAsBytes(app: FastifyInstance): void {
  // Plain text would become a body, too: a type other than JSON is rejected by name.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', (_request, payload, done) => {
    readDocument(payload).then((body) => done(null, body), done);
  });
}

/** Checks each piece on arrival: at its end, a large document costs the event loop only a copy. */
async function readDocument(payload: IncomingMessage): Promise<Buffer> {
  const isTooDeep = createDepthWatch(maxJsonDepth);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of payload.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > maxDocumentBytes) throw new ProductError('too_large', 'A document can have at most 8 MiB. Split it');
    if (isTooDeep(piece)) throw tooDeep(maxJsonDepth);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** Ignores bodies inside this plugin: a stop is not rejected because of its body. */
export function ignoreBodies(app: FastifyInstance): void {
  takeBodies(app, () => undefined);
}

/** Keeps bodies of any type as bytes, for routes whose body can contain a reason. */
export function keepWhatCame(app: FastifyInstance): void {
  takeBodies(app, (bytes) => bytes);
}

function takeBodies(app: FastifyInstance, read: (bytes: Buffer) => unknown): void {
  app.removeAllContentTypeParsers();
  // Also for a type that cannot even be read.
  app.addHook('onRequest', async ({ headers }) => void delete headers['content-type']);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, read(Buffer.from(body))));
}

export function bodyBytes(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Sends JSON text unchanged. */
export function sendJsonText(reply: FastifyReply, json: Uint8Array) {
  return reply.type('application/json').send(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
}
