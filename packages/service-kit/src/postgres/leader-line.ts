import pg from 'pg';

export interface LeaderRow {
  /** Null after a leader that released its term. */
  readonly leaderId: string | null;
  readonly term: number;
}

export interface LeaderLineOptions {
  readonly connectionString: string;
  readonly schema: string;
  readonly name: string;
}

/** An arbitrary number that no other lock uses; the second part is the hash of schema and name. */
const lockSpace = 0x43574c44;
/** Maximum response time of the database on this connection, ms. */
const answerMs = 2000;
/** The server detects within about 11 s that this machine is gone, and frees the lock. */
const keepAlive = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Connection that holds a leader's lock; the lock ends with it. */
export class LeaderLine {
  isHeld = false;
  private isLost = false;
  private readonly client: pg.Client;
  private readonly options: LeaderLineOptions;
  private readonly leaderId: string;
  private readonly table: string;

  private constructor(client: pg.Client, options: LeaderLineOptions, leaderId: string) {
    this.client = client;
    this.options = options;
    this.leaderId = leaderId;
    this.table = `${pg.escapeIdentifier(options.schema)}."Leader"`;
  }

  /**
   * Opens the connection.
   * @param onLost called when it is lost, unless it was closed.
   */
  static async open(options: LeaderLineOptions, leaderId: string, onLost: () => void): Promise<LeaderLine> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: `${options.schema} ${options.name}`,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      options: keepAlive,
    });
    const line = new LeaderLine(client, options, leaderId);
    const lose = () => {
      if (line.isLost) return;
      line.isLost = true;
      line.isHeld = false;
      onLost();
    };
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
    } catch (error) {
      line.close();
      throw error;
    }
    return line;
  }

  get isOpen(): boolean {
    return !this.isLost;
  }

  async tryLock(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
      this.lock,
    );
    this.isHeld = rows[0]?.locked === true;
    return this.isHeld;
  }

  async unlock(): Promise<void> {
    this.isHeld = false;
    await this.client.query('SELECT pg_advisory_unlock($1, hashtext($2))', this.lock);
  }

  async read(): Promise<LeaderRow | undefined> {
    const { rows } = await this.client.query<{ leaderId: string | null; term: string }>(
      `SELECT "leaderId", "term"::text FROM ${this.table} WHERE "name" = $1`,
      [this.options.name],
    );
    const [row] = rows;
    return row && { leaderId: row.leaderId, term: Number(row.term) };
  }

  /** Starts the next term, with the lock held. Waits for a current write of the previous leader. */
  async begin(): Promise<number> {
    const { rows } = await this.client.query<{ term: string }>(
      `INSERT INTO ${this.table} AS leader ("name", "leaderId", "term") VALUES ($1, $2, 1)
       ON CONFLICT ("name") DO UPDATE SET "leaderId" = excluded."leaderId", "term" = leader."term" + 1
       RETURNING "term"::text`,
      [this.options.name, this.leaderId],
    );
    const [row] = rows;
    if (!row) throw new Error('the database began no term');
    return Number(row.term);
  }

  /** Releases an own term at its end. */
  async release(term: number): Promise<void> {
    const values = [this.options.name, this.leaderId, term];
    await this.client.query(
      `UPDATE ${this.table} SET "leaderId" = NULL WHERE "name" = $1 AND "leaderId" = $2 AND "term" = $3`,
      values,
    );
  }

  close(): void {
    this.isLost = true;
    this.isHeld = false;
    // A connection that is already broken releases the lock anyway.
    this.client.end().catch(() => undefined);
  }

  private get lock(): [number, string] {
    return [lockSpace, `${this.options.schema} ${this.options.name}`];
  }
}
