import type { Subject } from '@cellwright/entities';

export { isPermission, type Permission, permissions } from '@cellwright/domain/cell';

/** Caller of a request: a record of the access list, or this machine itself. */
export interface Identity extends Subject {
  /** Id of the session or developer token; absent for this machine itself. */
  readonly accessID?: string;
  readonly kind?: 'session' | 'developerToken';
  /** True if the request comes from a page of the cell in a browser. */
  readonly isPage?: boolean;
}

/** Returns the id of a client for the robot: the same for all connections and requests of a session or token. */
export function clientIDOf({ accessID, subjectID }: Identity): string {
  return accessID ?? subjectID;
}
