import { ProductError } from '@cellwright/domain/basics';
import { describeMissingPermission, missingPINText } from '@cellwright/domain/cell';
import type { Identity, Permission } from './identity.ts';

/** Access that a caller needs beyond a known token. */
export type NeededAccess = Permission | 'controlPanelPIN';

/** @throws ProductError forbidden, with the missing permission and who can grant it. */
export function requirePermission(identity: Identity, permission: Permission): void {
  if (identity.permissions.includes(permission)) return;
  throw new ProductError('forbidden', describeMissingPermission(permission, identity.name), { permission });
}

/** @throws ProductError forbidden, with what is missing and how to get it. */
export function requireAccess(identity: Identity, access: NeededAccess): void {
  if (access !== 'controlPanelPIN') requirePermission(identity, access);
  else if (identity.isUnlocked !== true) throw new ProductError('forbidden', missingPINText);
}
