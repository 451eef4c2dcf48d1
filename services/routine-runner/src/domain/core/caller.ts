import type { Door } from '@cellwright/domain/cell';

/** The client that sends a command: one for each connection. */
export interface Caller {
  readonly sessionID: string;
  /** ID of its login session or token: the same on all its connections. */
  readonly clientID?: string | undefined;
  readonly name: string;
  readonly permissions: readonly string[];
  /** User or token of the connection; empty for the cell itself. */
  readonly subjectID?: string | undefined;
  readonly door?: Door | undefined;
  /** Kind of login: the session of a person, or a token. */
  readonly access?: 'session' | 'developerToken' | undefined;
  /** True if it commands through a page of the cell in a browser. */
  readonly isPage?: boolean | undefined;
}
