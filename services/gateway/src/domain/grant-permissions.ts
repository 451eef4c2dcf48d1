import { ProductError } from '@cellwright/domain';
import type { Identity, Permission } from './identity.ts';

/**
 * What a token may do: what its maker may, or the part asked for, and never make or revoke tokens itself.
 * @throws ProductError forbidden, naming what the maker cannot give.
 */
export function grantPermissions(maker: Identity, wanted: readonly Permission[] | undefined): Permission[] {
  const inherited: readonly Permission[] = maker.permissions.filter((permission) => permission !== 'account');
  const excess = wanted?.find((permission) => !inherited.includes(permission));
  if (excess === undefined) return [...(wanted ?? inherited)];
  throw new ProductError(
    'forbidden',
    excess === 'account'
      ? "A token never carries the permission 'account'. Leave it out"
      : `${maker.name} cannot give the permission '${excess}', because it does not have it. Leave it out`,
  );
}
