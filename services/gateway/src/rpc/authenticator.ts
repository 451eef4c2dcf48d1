import { createHash } from 'node:crypto';
import { type Clock, messages, ProductError } from '@cellwright/domain';
import { type Identity, isPermission } from '../domain/identity.ts';
import type { Clients } from './clients.ts';

/** How long an answer of the identity service is trusted: a revoked token, also on an open socket, ends within 5 s. */
export const identityTrustMS = 4000;
const maxRemembered = 1000;

export interface Authenticator {
  /** @throws ProductError authorization_required */
  authenticate(token: string | undefined, isLoopback: boolean): Promise<Identity>;
}

/** Asks the identity service who a token belongs to, and remembers the answer for a moment under the token's hash. */
export function createAuthenticator(identity: Clients['identity'], clock: Clock): Authenticator {
  const remembered = new Map<string, Identity>();
  return {
    async authenticate(token, isLoopback) {
      if (!token) throw new ProductError('authorization_required', 'Send a token: Authorization: Bearer <token>');
      if (token.length > 512) throw new ProductError('authorization_required', messages.invalidToken);
      const key = createHash('sha256').update(`${isLoopback} ${token}`).digest('base64');
      const known = remembered.get(key);
      if (known && known.validUntil > clock.now()) return known;
      remembered.delete(key);
      const answer = await identity.authenticate({ token, isLoopback });
      const fresh: Identity = {
        subjectID: answer.subjectId,
        name: answer.name,
        permissions: answer.permissions.filter(isPermission),
        validUntil: clock.now() + identityTrustMS,
      };
      if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(key, fresh);
      return fresh;
    },
  };
}
