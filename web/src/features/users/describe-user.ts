import { type DeveloperToken, type Permission, permissions, type User } from '@cellwright/domain/cell';

export type UserState = 'active' | 'invited' | 'disabled';

export function stateOf({ disabledBy, isUserVerified }: Pick<User, 'disabledBy' | 'isUserVerified'>): UserState {
  if (disabledBy !== undefined) return 'disabled';
  return isUserVerified ? 'active' : 'invited';
}

/** True if the signed-in user sees only the name of this one: details need the permission `account`. */
export function isNameOnly({ username }: Pick<User, 'username'>): boolean {
  return username === '';
}

/** Roles for inviting users. Each has the permissions of the previous one, and more. */
export const roles = ['observer', 'operator', 'author', 'administrator'] as const;
export type Role = (typeof roles)[number];

export const permissionsOfRole: Readonly<Record<Role, User['permissions']>> = {
  observer: { account: false, connectToRobot: false, author: false, controlPanel: false },
  operator: { account: false, connectToRobot: true, author: false, controlPanel: false },
  author: { account: false, connectToRobot: true, author: true, controlPanel: false },
  administrator: { account: true, connectToRobot: true, author: true, controlPanel: true },
};

/** Returns the permissions that a user was not granted. */
export function missingPermissions({ permissions: granted }: Pick<User, 'permissions'>): Permission[] {
  return permissions.filter((permission) => !granted[permission]);
}

/**
 * Returns the permissions that a user may pass on to a token: a token never manages users, and the control panel
 * requires a PIN.
 */
export function grantableToToken(held: readonly Permission[]): Permission[] {
  return held.filter((permission) => permission !== 'account');
}

export function isExpired({ expiresAt }: Pick<DeveloperToken, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

/** Selectable token lifetimes, days; 0 means no expiry. */
export const expiryChoices = [7, 30, 90, 365, 0] as const;
