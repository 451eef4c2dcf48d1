import type { Door } from '@cellwright/domain';

/** The client that sends a command: one per connection. */
export interface Caller {
  readonly sessionID: string;
  /** ID of the session or token that it signed in with: the same on all its connections. */
  readonly clientID?: string | undefined;
  readonly name: string;
  readonly permissions: readonly string[];
  /** The user or token of the connection; empty for the cell itself. */
  readonly subjectID?: string | undefined;
  readonly door?: Door | undefined;
  /** How it signed in: with the session of a person, or with a token. */
  readonly access?: 'session' | 'developerToken' | undefined;
  /** True if it commands through a page of the cell in a browser. */
  readonly isPage?: boolean | undefined;
}
