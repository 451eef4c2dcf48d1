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

/** More different values of one cookie than a stop tries. */
const maxValues = 8;

/**
 * Returns the secret of a signed-in browser; undefined if it sends several. A browser keeps one itself: another one comes
 * from a page at another port of this host name, or above it, and could be the session of another user.
 */
export function sessionSecretOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined {
  const [secret, ...others] = sessionSecretsOf(request);
  return others.length === 0 ? secret : undefined;
}

/**
 * Returns the different secrets of the session cookie. Over TLS the plain cookie is ignored: anyone who can answer for
 * this host over plain HTTP could have set it. A proxy may have ended the TLS, so without it the secure cookie goes first.
 */
export function sessionSecretsOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): readonly string[] {
  const { cookie = '' } = headers;
  const secure = readCookies(cookie, hostName);
  if (secure.length > 0 || isEncrypted(socket)) return secure;
  return readCookies(cookie, plainName);
}

/** Returns the different values of a cookie: pages at other ports or paths of this host name can add some. */
export function readCookies(cookie: string, name: string): readonly string[] {
  const found = new Set<string>();
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) found.add(value);
    if (found.size === maxValues) break;
  }
  return [...found];
}

export function setSessionCookie(reply: FastifyReply, secret: string): void {
  if (isSecure(reply.request)) return void reply.header('set-cookie', cookieText(hostName, secret, maxSeconds));
  void reply.header('set-cookie', cookieText(plainName, secret, maxSeconds));
  // Browsers send secure cookies to http://localhost, too: there an older session would take precedence over this one.
  const hasOther = readCookies(reply.request.headers.cookie ?? '', hostName).length > 0;
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
