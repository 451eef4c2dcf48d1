import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEncrypted } from './is-encrypted.ts';

/**
 * Cookie names over plain HTTP and over TLS: browsers accept the second only from a secure origin, and only for this
 * host and path `/`.
 */
const plainName = 'cw_session';
const hostName = '__Host-cw_session';
const maxSeconds = 30 * 24 * 3600;
const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/**
 * Returns the secret of a signed-in browser. Over TLS the plain cookie is ignored: anyone who can answer for this host
 * over plain HTTP could have set it. A proxy may have ended the TLS, so without it the secure cookie goes first.
 */
export function sessionSecretOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const { cookie = '' } = headers;
  return readCookie(cookie, hostName) ?? (isEncrypted(socket) ? undefined : readCookie(cookie, plainName));
}

export function readCookie(cookie: string, name: string): string | undefined {
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

export function setSessionCookie(reply: FastifyReply, secret: string): void {
  if (isSecure(reply.request)) return void reply.header('set-cookie', cookieText(hostName, secret, maxSeconds));
  void reply.header('set-cookie', cookieText(plainName, secret, maxSeconds));
  // Browsers send secure cookies to http://localhost, too: there an older session would take precedence over this one.
  const hasOther = readCookie(reply.request.headers.cookie ?? '', hostName) !== undefined;
  if (hasOther) void reply.header('set-cookie', cookieText(hostName, '', 0));
}

/** Clears the cookies of both names: a browser may have signed in over either. */
export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', [cookieText(plainName, '', 0), cookieText(hostName, '', 0)]);
}

function cookieText(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; ${attributes}; Max-Age=${maxAge}${name === hostName ? '; Secure' : ''}`;
}

/** True over TLS, also if a trusted proxy ends it. */
export function isSecure({ protocol }: FastifyRequest): boolean {
  return protocol === 'https';
}
