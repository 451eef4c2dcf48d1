import type { Subject } from '@cellwright/entities';

export { isPermission, type Permission, permissions } from '@cellwright/domain';

/** Who sends a request: a record of the access list, or this machine itself. */
export interface Identity extends Subject {
  /** Of the session or developer token; absent for this machine itself. */
  readonly accessID?: string;
  readonly kind?: 'session' | 'developerToken';
  /** What it asks comes from a page of the cell in a browser. */
  readonly isPage?: boolean;
}

/** Returns the id that the robot knows a client by: the same for all connections and requests of a session or token. */
export function clientIDOf({ accessID, subjectID }: Identity): string {
  return accessID ?? subjectID;
}
