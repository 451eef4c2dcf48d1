import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Bytes {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Sends bytes that are in memory, or says that the client has them already. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, { bytes, type, etag, cacheControl }: Bytes) {
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (hasAlready(request, etag)) return reply.status(304).send();
  return reply.type(type).send(bytes);
}

export function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag);
}
