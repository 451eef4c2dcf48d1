import { type DeveloperToken, type Permission, permissions, type User } from '@cellwright/domain';

export type UserState = 'active' | 'invited' | 'disabled';

export function stateOf({ disabledBy, isUserVerified }: Pick<User, 'disabledBy' | 'isUserVerified'>): UserState {
  if (disabledBy !== undefined) return 'disabled';
  return isUserVerified ? 'active' : 'invited';
}

const longestList = 3;

/** Those who can grant a permission, as 'Ada, Bob, or Grace'; undefined when nobody is known. */
export function describeGranters(
  users: readonly Pick<User, 'name' | 'disabledBy' | 'isUserVerified' | 'permissions'>[],
  language: string,
): string | undefined {
  const able = users.filter((user) => user.permissions.account && stateOf(user) === 'active');
  if (able.length === 0) return undefined;
  const names = able.slice(0, longestList).map(({ name }) => name);
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}

/** What a user was not granted. */
export function missingPermissions({ permissions: granted }: Pick<User, 'permissions'>): Permission[] {
  return permissions.filter((permission) => !granted[permission]);
}

/** What a user may pass on to a token: a token never manages users, and the control panel asks for a PIN. */
export function grantableToToken(held: readonly Permission[]): Permission[] {
  return held.filter((permission) => permission !== 'account');
}

export function isExpired({ expiresAt }: Pick<DeveloperToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

/** Days that a token may live; 0 is for ever. */
export const expiryChoices = [7, 30, 90, 365, 0] as const;
