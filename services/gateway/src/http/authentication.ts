import type { IncomingMessage } from 'node:http';
import { oneLine, ProductError } from '@cellwright/domain/basics';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Authenticator } from '../domain/access-replica.ts';
import { clientIDOf, type Identity } from '../domain/identity.ts';
import { type NeededAccess, requireAccess } from '../domain/require-permission.ts';
import type { SecretDigest } from '../domain/secret-digest.ts';
import { sessionSecretOf } from './session-cookie.ts';
import { type ShownSecret, shownSecretOf, shownSecretsOf } from './shown-secret.ts';
import type { TokenLimits } from './token-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
  }
}

/**
 * Returns the key of the caller whose token or session a request contains, for limits of its own; undefined if none is
 * known now. A token whose signature was not verified yet is unknown, but a session beside it counts.
 */
export function findCaller(authenticator: Authenticator, request: IncomingMessage): string | undefined {
  const { token, digest } = shownSecretOf(request);
  const caller = findKey(authenticator, request, token, digest);
  if (caller !== undefined || request.headers.authorization === undefined) return caller;
  return findKey(authenticator, request, sessionSecretOf(request));
}

function findKey(
  authenticator: Authenticator,
  { socket }: IncomingMessage,
  token: string | undefined,
  digest?: SecretDigest,
): string | undefined {
  if (token === undefined) return undefined;
  try {
    return clientIDOf(authenticator.recognise(token, isLoopback(socket.remoteAddress ?? ''), digest));
  } catch {
    return undefined;
  }
}

/**
 * Returns a hook that identifies the caller of a stop: every authenticated caller can stop, regardless of other errors.
 */
export function recogniseRequests(authenticator: Authenticator): onRequestHookHandler {
  return (request, _reply, done) => {
    introduced(authenticator, shownSecretOf(request.raw), done, () => {
      request.identity = recogniseStop(authenticator, request.raw, isLocal(request));
    });
  };
}

/**
 * Returns the caller of a stop. Several sessions of one browser do not hold it back, though other requests take none of
 * them. @throws ProductError authorization_required
 */
export function recogniseStop(authenticator: Authenticator, request: IncomingMessage, isLocal: boolean): Identity {
  let problem: unknown;
  for (const { token, digest } of shownSecretsOf(request)) {
    try {
      return authenticator.recognise(token, isLocal, digest);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/**
 * Returns a hook that identifies all other callers: the token must be up to date and within its rate limits, and give the
 * access, if one is required.
 */
export function authenticateRequests(
  authenticator: Authenticator,
  limits: TokenLimits,
  access?: NeededAccess,
): onRequestHookHandler {
  const admit = (request: FastifyRequest, { token, digest }: ShownSecret): void => {
    const identity = authenticator.recognise(token, isLocal(request), digest);
    // Set also for requests that are refused from here on: the audit log names the caller.
    request.identity = identity;
    limits.accept(request, digest, identity.subjectID);
    authenticator.requireFresh(identity);
    if (access) requireAccess(identity, access);
  };
  return (request, _reply, done) => {
    const secret = shownSecretOf(request.raw);
    // An unknown token counts against the session beside it, otherwise against its source address.
    const guesser = findCaller(authenticator, request.raw) ?? request.ip;
    const finish = (error?: unknown): void => {
      const isUnknown = error instanceof ProductError && error.code === 'authorization_required';
      if (isUnknown && request.identity === null) limits.refuse(guesser);
      done(asError(error));
    };
    try {
      limits.beforeCheck(request, secret.digest, guesser);
    } catch (error) {
      return done(asError(error));
    }
    introduced(authenticator, secret, finish, () => admit(request, secret));
  };
}

/** Continues immediately unless a signature must be verified first. */
function introduced(
  authenticator: Authenticator,
  secret: ShownSecret,
  done: (error?: Error) => void,
  goOn: (secret: ShownSecret) => void,
): void {
  const settle = (): void => {
    let problem: Error | undefined;
    try {
      goOn(secret);
    } catch (error) {
      problem = asError(error);
    }
    done(problem);
  };
  const verification = authenticator.introduce(secret.token);
  if (verification) verification.then(settle, (error: unknown) => done(asError(error)));
  else settle();
}

function asError(error: unknown): Error | undefined {
  return error === undefined || error instanceof Error ? error : new Error(String(error));
}

/** True if a request comes from this machine, even if the client's address is taken from a proxy. */
export function isLocal({ ip, raw }: FastifyRequest): boolean {
  return isLoopback(ip) && isLoopback(raw.socket.remoteAddress ?? '');
}

export function authorOf(request: FastifyRequest): { id: string; name: string } {
  return { id: request.identity?.subjectID ?? '', name: request.identity?.name ?? '' };
}

export const maxIdempotencyKeyLength = 200;

/** Returns '' without a key. @throws ProductError request_failed_validation */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? checkIdempotencyKey(key) : '';
}

/** @throws ProductError request_failed_validation */
export function checkIdempotencyKey(key: string): string {
  if (!oneLine.test(key)) {
    throw new ProductError('request_failed_validation', 'An Idempotency-Key must not contain control characters');
  }
  if (key.length <= maxIdempotencyKeyLength) return key;
  throw new ProductError(
    'request_failed_validation',
    `An Idempotency-Key can have at most ${maxIdempotencyKeyLength} characters. Send a shorter one`,
  );
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}
