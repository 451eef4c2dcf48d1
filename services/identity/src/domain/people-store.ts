import type { AuditEntry, User } from '@cellwright/domain/cell';
import type { DescribeAct } from '@cellwright/service-kit/calls';
import type { SessionTimes } from './session-lives.ts';

export interface Credential {
  readonly userID: string;
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
}

/** A link for one use; the set-up link of the cell has no user yet ('' as its id). */
export interface Link {
  readonly userID: string;
  readonly secretHash: string;
  /** Null when it does not expire. */
  readonly expiresAt: Date | null;
}

/** An account at an OpenID provider. */
export interface ExternalAccount {
  readonly issuer: string;
  readonly subject: string;
}

interface Who {
  readonly id: string;
  readonly name: string;
}

export interface PeopleStore {
  /** Includes removed ones. */
  hasUsers(): Promise<boolean>;
  find(id: string): Promise<User | undefined>;
  /** Finds credentials. Usernames are in lower case. */
  findCredential(by: { readonly userID: string } | { readonly username: string }): Promise<Credential | undefined>;
  /** Stores a user invited by another user. */
  invite(user: User, link: Link, change: { readonly by: Who; readonly at: Date }): Promise<void>;
  /** Stores the first user, who sets up the cell. */
  insertFirst(
    user: User,
    secrets: { readonly passwordHash: string; readonly usedLink: string },
    at: Date,
    describeAct: DescribeAct,
  ): Promise<void>;
  /** Changes a user and its secrets, for that user. */
  change(
    id: string,
    change: (user: User) => User,
    options: {
      readonly describeAct: DescribeAct;
      readonly at: Date;
      readonly passwordHash?: string;
      readonly pinHash?: string;
      readonly usedLink?: string;
    },
  ): Promise<User>;
  /** Finds the user with this account at an OpenID provider. */
  findExternal(account: ExternalAccount): Promise<string | undefined>;
  /** Stores a user who signs in at an OpenID provider, without a password. */
  insertExternal(
    user: User,
    account: ExternalAccount,
    options: { readonly describeAct: DescribeAct; readonly at: Date },
  ): Promise<void>;
  /** Revokes all developer tokens created by a user. */
  revokeTokens(userID: string, change: { readonly by: Who; readonly at: Date }): Promise<void>;
  /** Replaces the user's previous link. */
  putLink(link: Link, describeAct: DescribeAct): Promise<void>;
  findLink(secretHash: string): Promise<Link | undefined>;
}

export interface StoredSession extends SessionTimes {
  readonly userID: string;
  readonly secretHash: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface SessionStore {
  insert(session: StoredSession, entry: AuditEntry | undefined): Promise<void>;
  list(userID?: string): Promise<StoredSession[]>;
  remove(ids: readonly string[], entry: AuditEntry | undefined): Promise<void>;
  noteUse(uses: readonly { readonly secretHash: string; readonly at: Date }[]): Promise<void>;
}
