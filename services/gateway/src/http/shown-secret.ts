import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { digestSecret, type SecretDigest } from '../domain/secret-digest.ts';
import { sessionSecretOf, sessionSecretsOf } from './session-cookie.ts';

/** Secret that a request contains. */
export interface ShownSecret {
  /** Bearer token; without an Authorization header the secret of the browser's session. */
  readonly token: string | undefined;
  readonly digest: SecretDigest;
}

interface Shown extends ShownSecret {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

/** Maximum length of the cookies that are remembered. */
const maxRememberedLength = 16 * 1024;
/** Last secret of a connection: a client sends the same with every request, so its digest is computed once. */
const lastShown = new WeakMap<Socket, Shown>();

export function shownSecretOf(request: IncomingMessage): ShownSecret {
  const { headers, socket } = request;
  const { authorization, cookie } = headers;
  const last = lastShown.get(socket);
  if (last && last.authorization === authorization && last.cookie === cookie) return last;
  const token = authorization === undefined ? sessionSecretOf(request) : bearerOf(authorization);
  const shown = { authorization, cookie, token, digest: digestSecret(token ?? '') };
  if ((cookie?.length ?? 0) <= maxRememberedLength) lastShown.set(socket, shown);
  return shown;
}

/** Returns all secrets of a stop, of which one that is known is enough. */
export function shownSecretsOf(request: IncomingMessage): readonly ShownSecret[] {
  const shown = shownSecretOf(request);
  if (shown.token !== undefined || request.headers.authorization !== undefined) return [shown];
  const secrets = sessionSecretsOf(request).map((token) => ({ token, digest: digestSecret(token) }));
  return secrets.length > 0 ? secrets : [shown];
}

function bearerOf(authorization: string): string | undefined {
  const [scheme, token] = authorization.split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}
