import * as z from 'zod';
import { defineMessages } from '../basics/message-sources.ts';

/**
 * Permissions: `connectToRobot` for all operations that move, actuate or take control; `author` for changes of stored
 * data, such as routines, positions and device settings; `account` for users and tokens; `controlPanel` for flags and
 * admin.
 */
export const permissions = ['account', 'connectToRobot', 'author', 'controlPanel'] as const;
export const permissionSchema = z.enum(permissions);
export type Permission = (typeof permissions)[number];

/** Permissions by the names that users see. */
export const permissionLabels: Readonly<Record<Permission, string>> = {
  account: 'Account',
  connectToRobot: 'Connect to the robot',
  author: 'Author',
  controlPanel: 'Control panel',
};

const permissionMessages = defineMessages('permission', {
  missing: (needed: string, name: string, granting: string) =>
    `This needs the permission '${needed}', which ${name} does not have. A user with the permission '${granting}' can grant it`,
});

/** Returns the refusal of an act for lack of a permission, with who can grant it. `name` is the user or program. */
export function describeMissingPermission(permission: Permission, name: string): string {
  const { [permission]: needed, account } = permissionLabels;
  return permissionMessages.missing(needed, name, account);
}

const howToUnlock = 'Sign in, and send the token that POST /api/v1/cell/control-panel-token returns for your PIN';

/** Returns the refusal of a change of a document that needs the control-panel PIN. */
export function describeGuardedDocument(noun: string): string {
  return `A ${noun} is changed by a person with the control-panel PIN; developer tokens cannot. ${howToUnlock}`;
}

/** Refusal of an act that needs the control-panel PIN. */
export const missingPINText = `This needs the control-panel PIN of a person; developer tokens do not have one. ${howToUnlock}`;

export function isPermission(value: string): value is Permission {
  return (permissions as readonly string[]).includes(value);
}
