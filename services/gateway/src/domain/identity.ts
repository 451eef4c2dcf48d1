/** Who sends a request, as the identity service says. */
export interface Identity {
  readonly subjectID: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Monotonic ms at which it must be asked for again. */
  readonly validUntil: number;
}

/** connectToRobot for all that moves, actuates or takes control; account for tokens; controlPanel for flags and admin. */
export const permissions = ['account', 'connectToRobot', 'controlPanel'] as const;
export type Permission = (typeof permissions)[number];

export function isPermission(value: string): value is Permission {
  return (permissions as readonly string[]).includes(value);
}
