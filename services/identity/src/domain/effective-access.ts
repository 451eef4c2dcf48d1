import { type DeveloperToken, type Permission, permissionsOf, type User } from '@cellwright/domain/cell';
import type { AccessRecord } from './access-list.ts';

export interface StoredAccess {
  readonly users: readonly User[];
  readonly tokens: readonly { readonly document: DeveloperToken; readonly secretHash: string }[];
  /** Live sessions. */
  readonly sessions: readonly { readonly id: string; readonly userID: string; readonly secretHash: string }[];
}

/**
 * Returns all current access. A disabled or removed user has no sessions and no tokens; a token never has more
 * permissions than its creator has now. The control panel requires a PIN in addition to a session.
 */
export function accessOf(
  { users, tokens, sessions }: StoredAccess,
  hasEnded: (id: string, expiresAt: Date | null) => boolean,
): AccessRecord[] {
  const enabled = new Map(users.filter((user) => user.disabledBy === undefined).map((user) => [user.id, user]));
  const ofSessions = sessions.flatMap(({ id, userID, secretHash }): AccessRecord[] => {
    const user = enabled.get(userID);
    if (!user) return [];
    const granted = permissionsOf(user);
    return [
      {
        id,
        secretHash,
        subjectID: userID,
        name: user.name,
        permissions: granted.filter((permission) => permission !== 'controlPanel'),
        pinPermissions: granted.filter((permission) => permission === 'controlPanel'),
        pinChangedAt: user.pinChangedAt ?? '',
        expiresAt: null,
        kind: 'session',
      },
    ];
  });
  const ofTokens = tokens.flatMap(({ document, secretHash }): AccessRecord[] => {
    const expiresAt = document.expiresAt === null ? null : new Date(document.expiresAt);
    const permissions = tokenPermissions(document, enabled);
    if (!permissions || hasEnded(document.id, expiresAt)) return [];
    const { id, name } = document;
    const kind = 'developerToken';
    const noPin = { pinPermissions: [], pinChangedAt: '' };
    return [{ id, secretHash, subjectID: id, name, permissions, ...noPin, expiresAt, kind }];
  });
  return [...ofSessions, ...ofTokens];
}

/**
 * Returns a token's permissions; undefined when its creator no longer has access. Tokens without a creator were created
 * on the cell itself.
 */
function tokenPermissions(
  { createdByID, permissions }: DeveloperToken,
  enabled: ReadonlyMap<string, User>,
): Permission[] | undefined {
  const own = permissions.filter((permission) => permission !== 'account');
  if (!createdByID.startsWith('user_')) return own;
  const maker = enabled.get(createdByID);
  return maker && own.filter((permission) => maker.permissions[permission]);
}
