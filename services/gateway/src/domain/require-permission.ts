import { ProductError } from '@cellwright/domain/basics';
import { describeMissingPermission } from '@cellwright/domain/cell';
import type { Identity, Permission } from './identity.ts';

/** @throws ProductError forbidden, with the missing permission and who can grant it. */
export function requirePermission(identity: Identity, permission: Permission): void {
  if (identity.permissions.includes(permission)) return;
  throw new ProductError('forbidden', describeMissingPermission(permission, identity.name), { permission });
}
