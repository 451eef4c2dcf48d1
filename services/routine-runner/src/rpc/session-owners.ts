import { ProductError } from '@cellwright/domain/basics';

/** Sessions of clients that were never ended; the one that was used least recently is forgotten first. */
const maxSessions = 10_000;

/**
 * Binds each session of a client to the person or token that used it first. A session holds a lease, so no other client may
 * act in it.
 */
export class SessionOwners {
  private readonly owners = new Map<string, string>();

  /** @throws ProductError forbidden for a session of another client. */
  require(sessionID: string, clientID: string): void {
    const owner = this.owners.get(sessionID);
    if (owner !== undefined && owner !== clientID)
      throw new ProductError('forbidden', 'This connection belongs to another user or token. Connect again');
    this.owners.delete(sessionID);
    this.owners.set(sessionID, clientID);
    const [oldest] = this.owners.keys();
    if (this.owners.size > maxSessions && oldest !== undefined) this.owners.delete(oldest);
  }

  end(sessionID: string): void {
    this.owners.delete(sessionID);
  }
}
