import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

interface Form {
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Content in memory. It is sent compressed if the client accepts it, and not sent to a client that has cached it. */
export class CompressedContent {
  readonly #type: string;
  readonly #cacheControl: string | undefined;
  readonly #read: () => Buffer;
  #forms: Promise<readonly Form[]> | undefined;

  /** @param read called once, with the first request */
  constructor(read: () => Buffer, { type, cacheControl }: { readonly type: string; readonly cacheControl?: string }) {
    this.#read = read;
    this.#type = type;
    this.#cacheControl = cacheControl;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#forms ??= compress(this.#read());
    const accepted = acceptedEncodings(request);
    const form = (await this.#forms).find(({ encoding }) => encoding === undefined || accepted.has(encoding));
    if (!form) throw new Error('every content has a form without an encoding');
    const { encoding, bytes, etag } = form;
    void reply.header('etag', etag).header('vary', 'accept-encoding');
    if (this.#cacheControl !== undefined) void reply.header('cache-control', this.#cacheControl);
    if (hasAlready(request, etag)) return reply.status(304).send();
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.type(this.#type).send(bytes);
  }
}

/** Compresses in the thread pool: the event loop stays free for stops. */
async function compress(bytes: Buffer): Promise<readonly Form[]> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, quality), promisify(gzip)(bytes)]);
  return [
    { encoding: 'br', bytes: br, etag: etagOf(br) },
    { encoding: 'gzip', bytes: gz, etag: etagOf(gz) },
    { encoding: undefined, bytes, etag: etagOf(bytes) },
  ];
}

/** Returns the encodings that a client accepts, by name. */
export function acceptedEncodings({ headers }: FastifyRequest): ReadonlySet<string> {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return new Set(
    accepted.flatMap((each) => (/;\s*q=0(?:\.0*)?\s*$/.test(each) ? [] : [each.split(';')[0]?.trim() ?? ''])),
  );
}

export function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag);
}
