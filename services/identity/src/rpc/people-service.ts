import { ProductError } from '@cellwright/domain';
import { PeopleServiceService } from '@cellwright/proto/people';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { AccessList } from '../domain/access-list.ts';
import type { People } from '../domain/people.ts';
import type { BegunSession, Sessions } from '../domain/sessions.ts';
import type { SignedToken, Signer } from '../secrets/signing.ts';

export interface PeopleServiceDeps {
  readonly people: People;
  readonly sessions: Sessions;
  readonly signer: Signer;
  readonly access: AccessList;
}

/** PeopleService of proto/cellwright/people.proto. */
export function createPeopleService({ people, sessions, signer, access }: PeopleServiceDeps): GrpcService {
  const requireAccess = (id: string, kind?: 'session') => {
    const record = access.findByID(id);
    if (record && (kind === undefined || record.kind === kind)) return record;
    throw new ProductError('authorization_required', 'This is for users that are signed in; sign in first');
  };
  return grpcService(PeopleServiceService, {
    createSetUpLink: async () => ({ secret: (await people.createSetUpLink()) ?? '' }),
    invite: async ({ caller, userJson }) => {
      const by = { id: caller?.id ?? '', name: caller?.name ?? '' };
      const { user, secret } = await people.invite(readJson(userJson), by);
      return { userJson: Buffer.from(JSON.stringify(user)), secret };
    },
    createResetLink: async ({ userId }) => ({ secret: await people.createResetLink(userId) }),
    setUp: async ({ source, ...setUp }) => ({ session: toSession(await people.setUp(setUp, sourceOf(source))) }),
    signIn: async ({ username, password, source }) => ({
      session: toSession(await people.signIn(username, password, sourceOf(source))),
    }),
    signOut: async ({ sessionId }) => {
      await sessions.endAll([sessionId]);
      return {};
    },
    listSessions: async ({ userId }) => ({
      items: (await sessions.list(userId)).map(({ id, createdAt, lastSeenAt, address, userAgent }) => {
        return { id, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString(), address, userAgent };
      }),
    }),
    endUserSession: async ({ userId, sessionId }) => {
      await sessions.end(userId, sessionId);
      return {};
    },
    changePassword: async ({ userId, sessionId, currentPassword, newPassword, endTokens, source }) => {
      const secrets = { current: currentPassword, next: newPassword };
      await people.changePassword({ userID: userId, sessionID: sessionId, ...secrets, endTokens }, sourceOf(source));
      return {};
    },
    changePin: async ({ userId, password, pin, source }) => {
      await people.changePin(userId, password, pin, sourceOf(source));
      return {};
    },
    issueApiToken: async ({ accessId }) => {
      const { id, subjectID, permissions } = requireAccess(accessId);
      return toToken(
        await signer.sign({ subjectID, accessID: id, audience: 'api', permissions: flagsOf(permissions) }),
      );
    },
    issueControlPanelToken: async ({ accessId, pin }) => {
      const { subjectID } = requireAccess(accessId, 'session');
      await people.requirePin(subjectID, accessId, pin);
      // Read after the check: a PIN that was changed meanwhile ends the token at once.
      const { id, name, pinPermissions, pinChangedAt } = requireAccess(accessId, 'session');
      if (!pinPermissions.includes('controlPanel'))
        throw new ProductError('forbidden', `${name} does not have the permission 'controlPanel'`);
      const permissions = flagsOf(pinPermissions);
      const claims = { subjectID, accessID: id, audience: 'control-panel', permissions, pinChangedAt } as const;
      return toToken(await signer.sign(claims));
    },
    rotateKeys: async () => {
      access.setKeys(await signer.rotate());
      return {};
    },
  });
}

function flagsOf(permissions: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(permissions.map((permission) => [permission, true]));
}

function sourceOf(source: { readonly address: string; readonly userAgent: string } | undefined) {
  return { address: source?.address ?? '', userAgent: source?.userAgent ?? '' };
}

function toSession({ id, userID, secret }: BegunSession) {
  return { id, userId: userID, secret };
}

function toToken({ token, expiresAt }: SignedToken) {
  return { token, expiresAt: expiresAt.toISOString() };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new ProductError('request_failed_validation', 'This is not JSON: it may be cut off. Send it again');
  }
}
