import * as z from 'zod';

/**
 * Permissions: `connectToRobot` for everything that moves, actuates or takes control; `author` for changes of stored
 * data, such as routines, positions and device settings; `account` for users and tokens; `controlPanel` for flags and
 * admin.
 */
export const permissions = ['account', 'connectToRobot', 'author', 'controlPanel'] as const;
export const permissionSchema = z.enum(permissions);
export type Permission = (typeof permissions)[number];

export function isPermission(value: string): value is Permission {
  return (permissions as readonly string[]).includes(value);
}
