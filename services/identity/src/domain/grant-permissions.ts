import { ProductError } from '@cellwright/domain/basics';
import { isPermission, type Permission, permissionLabels } from '@cellwright/domain/cell';

/** Person or program that creates a token. */
export interface Maker {
  readonly name: string;
  readonly permissions: readonly string[];
}

/**
 * Refuses tokens as creators: a leaked one must not outlive itself.
 * @throws ProductError forbidden for a token.
 */
export function requireMaker({ access, permissions }: { readonly access: string } & Omit<Maker, 'name'>): void {
  if (access !== 'developerToken' || permissions.includes('account')) return;
  throw new ProductError('forbidden', 'A token cannot create tokens. Sign in as a user to create one');
}

/**
 * Returns the permissions of a new token: those of its creator or the requested part, and never that to create tokens.
 * @throws ProductError forbidden, naming the permissions that the creator cannot grant.
 */
export function grantPermissions(maker: Maker, wanted: readonly Permission[] | undefined): Permission[] {
  const inherited: readonly Permission[] = maker.permissions
    .filter(isPermission)
    .filter((permission) => permission !== 'account');
  const excess = wanted?.find((permission) => !inherited.includes(permission));
  if (excess === undefined) return [...(wanted ?? inherited)];
  throw new ProductError(
    'forbidden',
    excess === 'account'
      ? `A token cannot have the permission '${permissionLabels.account}'. Remove it`
      : `${maker.name} cannot grant the permission '${permissionLabels[excess]}' without having it. Remove it`,
  );
}
