import { ProductError } from '@cellwright/domain/basics';
import { permissionLabels, type User } from '@cellwright/domain/cell';
import { accessMessages } from '@cellwright/domain/messages';
import type { Subject } from '@cellwright/entities';

const ownFields = [
  'name',
  'username',
  'email',
  'phone',
  'photo',
  'position',
  'distanceUnit',
  'isProfileSetup',
] as const;
/** Fields that only the cell sets, by separate calls. */
const keptFields = ['id', 'isUserVerified', 'invitedBy', 'managedBy', 'pinChangedAt'] as const;

/** Checks a change of a user. @throws ProductError forbidden for a field that the caller must not change. */
export function checkUserChange(next: User, previous: User, caller: Subject): User {
  const isAccount = caller.permissions.includes('account');
  const mayChange = (field: keyof User): boolean =>
    !keptFields.some((kept) => kept === field) &&
    (isAccount || (caller.subjectID === previous.id && ownFields.some((own) => own === field)));
  const fields = new Set([...Object.keys(next), ...Object.keys(previous)]);
  for (const name of fields) {
    // Sound: a user has these fields only.
    const field = name as keyof User;
    if (JSON.stringify(next[field]) === JSON.stringify(previous[field]) || mayChange(field)) continue;
    throw new ProductError(
      'forbidden',
      keptFields.some((kept) => kept === field)
        ? `'${field}' cannot be changed this way`
        : `Changing '${field}' requires the permission '${permissionLabels.account}', which ${caller.name} does not have. Ask a user who has it`,
    );
  }
  if (previous.managedBy !== undefined && JSON.stringify(next.permissions) !== JSON.stringify(previous.permissions))
    throw new ProductError('conflict', accessMessages.permissionsAreManaged(previous.name, previous.managedBy));
  return next.disabledBy === undefined ? next : { ...next, disabledBy: previous.disabledBy ?? caller.subjectID };
}

const mayInvite = ({ disabledBy, permissions }: User) => disabledBy === undefined && permissions.account;

/**
 * Keeps the last user who can invite others: `before` is the changed user, `users` are all after the change. @throws
 * ProductError conflict
 */
export function refuseWithoutAccount(before: User, users: readonly User[]): void {
  if (!mayInvite(before) || users.some(mayInvite)) return;
  throw new ProductError(
    'conflict',
    `This is the last enabled user with the permission '${permissionLabels.account}'. Give it to another user first`,
  );
}
