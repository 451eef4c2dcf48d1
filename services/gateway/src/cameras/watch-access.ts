import type { Clock } from '@cellwright/domain/basics';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Permission } from '../domain/identity.ts';
import { requirePermission } from '../domain/require-permission.ts';
import { isLocal } from '../http/authentication.ts';
import { shownSecretOf } from '../http/shown-secret.ts';

/** Access is checked at every change, and this often, so that an expired session ends, too. */
const recheckEveryMS = 1000;

/** Calls back once the caller of a pending request has lost its access. Returns a function that ends the watch. */
export type WatchAccess = (request: FastifyRequest, onLost: () => void) => () => void;

export function createWatchAccess(authenticator: Authenticator, clock: Clock, permission: Permission): WatchAccess {
  return (request, onLost) => {
    const { token, digest } = shownSecretOf(request.raw);
    const isLoopback = isLocal(request);
    let cancelTimer = () => {};
    const end = (): void => {
      cancelTimer();
      stopListening();
    };
    const check = (): void => {
      try {
        const identity = authenticator.recognise(token, isLoopback, digest);
        authenticator.requireFresh(identity);
        requirePermission(identity, permission);
      } catch {
        end();
        onLost();
      }
    };
    const stopListening = authenticator.onChange(check);
    const plan = (): void => {
      cancelTimer = clock.schedule(recheckEveryMS, () => {
        plan();
        check();
      });
    };
    plan();
    return end;
  };
}
