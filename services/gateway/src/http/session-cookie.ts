import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

const name = 'cw_session';
const longestSeconds = 30 * 24 * 3600;
const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** The secret of a signed-in browser. */
export function sessionSecretOf({ cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>): string | undefined {
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return undefined;
}

export function setSessionCookie(reply: FastifyReply, secret: string): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : '';
  void reply.header('set-cookie', `${name}=${secret}; ${attributes}; Max-Age=${longestSeconds}${secure}`);
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`);
}
