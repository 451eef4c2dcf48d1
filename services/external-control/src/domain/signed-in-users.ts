/** A password that a client sent. */
export interface Attempt {
  readonly username: string;
  readonly password: string;
  /** Address of the client. */
  readonly address: string;
}

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  /** Version of the stored user: another one after every change, also of the password. */
  readonly version: number;
  readonly mayCommand: boolean;
}

/** The users of the cell. */
export interface People {
  /** @throws ProductError authorization_required for a wrong name or password, rate_limited. */
  checkPassword(attempt: Attempt): Promise<SignedInUser>;
  /** Returns the version of the stored user; undefined if it was removed. */
  readVersion(userID: string): Promise<number | undefined>;
}

/** Users of the sessions of a protocol that checks passwords. A user who changes is signed out. */
export class SignedInUsers {
  private readonly people: People;
  private readonly users = new Map<string, SignedInUser>();

  constructor(people: People) {
    this.people = people;
  }

  /** Signs a session in; its former user is signed out. @throws ProductError as `checkPassword` */
  async signIn(sessionID: string, attempt: Attempt): Promise<SignedInUser> {
    const user = await this.people.checkPassword(attempt);
    this.users.set(sessionID, user);
    return user;
  }

  find(sessionID: string): SignedInUser | undefined {
    return this.users.get(sessionID);
  }

  signOut(sessionID: string): void {
    this.users.delete(sessionID);
  }

  /** Signs out every user who was changed, disabled or removed since, and returns the sessions. */
  async signOutChanged(): Promise<readonly string[]> {
    const ids = new Set([...this.users.values()].map(({ id }) => id));
    const read = async (id: string) => [id, await this.people.readVersion(id)] as const;
    const versions = new Map(await Promise.all([...ids].map(read)));
    const changed = [...this.users].filter(([, { id, version }]) => versions.has(id) && versions.get(id) !== version);
    for (const [sessionID] of changed) this.users.delete(sessionID);
    return changed.map(([sessionID]) => sessionID);
  }
}
