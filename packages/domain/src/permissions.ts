import * as z from 'zod';

/** connectToRobot for all that moves, actuates or takes control; account for users and tokens; controlPanel for flags and admin. */
export const permissions = ['account', 'connectToRobot', 'controlPanel'] as const;
export const permissionSchema = z.enum(permissions);
export type Permission = (typeof permissions)[number];

export function isPermission(value: string): value is Permission {
  return (permissions as readonly string[]).includes(value);
}
