import { type Clock, createId, ProductError, startOfText } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import type { AccessList } from './access-list.ts';
import type { SessionStore, StoredSession } from './people-store.ts';
import { makeSecret } from './secret.ts';
import { SessionLives } from './session-lives.ts';

export interface Source {
  readonly address: string;
  readonly userAgent: string;
}

export interface BegunSession {
  readonly id: string;
  readonly userID: string;
  readonly secret: string;
}

export interface SessionsDeps {
  readonly store: SessionStore;
  readonly access: AccessList;
  /** Called when access has changed, or may have. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
}

/** Sessions of signed-in users. */
export class Sessions {
  private readonly deps: SessionsDeps;
  private readonly lives: SessionLives;

  constructor(deps: SessionsDeps) {
    this.deps = deps;
    this.lives = new SessionLives(deps.clock);
  }

  /** Starts a session. `entry` is undefined if the log already has the act that started it. */
  async begin(userID: string, { address, userAgent }: Source, entry?: AuditEntry): Promise<BegunSession> {
    const { secret, secretHash } = makeSecret('cws_');
    const at = this.deps.clock.wallNow();
    const id = createId('session');
    const shown = { address: startOfText(address, 100), userAgent: startOfText(userAgent, 200) };
    await this.deps.store.insert({ id, userID, secretHash, ...shown, createdAt: at, lastSeenAt: at }, entry);
    await this.deps.refresh();
    return { id, userID, secret };
  }

  /** Lists live sessions, newest first. */
  async list(userID?: string): Promise<StoredSession[]> {
    return (await this.deps.store.list(userID)).filter((session) => this.lives.isAlive(session));
  }

  /**
   * Ends a session.
   * @throws ProductError not_found for a session of another user.
   */
  async end(userID: string, id: string, entry: AuditEntry): Promise<void> {
    const own = await this.deps.store.list(userID);
    if (!own.some((session) => session.id === id)) throw new ProductError('not_found', `There is no session ${id}`);
    await this.endAll([id], entry);
  }

  async endOthers(userID: string, kept: string | undefined): Promise<void> {
    const own = await this.deps.store.list(userID);
    await this.endAll(own.map(({ id }) => id).filter((id) => id !== kept));
  }

  async endAll(ids: readonly string[], entry?: AuditEntry): Promise<void> {
    await this.deps.store.remove(ids, entry);
    for (const id of ids) this.lives.forget(id);
    await this.deps.refresh();
  }

  noteUse(uses: readonly { readonly secretHash: string; readonly at: Date }[]): Promise<void> {
    for (const { secretHash } of uses) {
      const record = this.deps.access.find(secretHash);
      if (record?.kind === 'session') this.lives.use(record.id);
    }
    return this.deps.store.noteUse(uses);
  }

  /** Removes ended sessions; one that the store fails to remove is ended anyway, and removed later. */
  async sweep(): Promise<void> {
    const over = this.lives.over();
    if (over.length > 0) await this.endAll(over);
  }
}
